#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/base/bytes.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"

namespace gateway::http {

/// A body that is produced while it is sent. Pulled: the next piece is asked for when the client has taken the last one.
class BodyStream {
public:
    virtual ~BodyStream() = default;

    /// The next piece (empty pieces are skipped), nothing at the end. After a failure the connection is cut without the
    /// final chunk, so that the client sees an incomplete body. One call at a time; when the client leaves or the route's
    /// deadline passes, the coroutine is cancelled and the stream destroyed.
    virtual domain::base::Task<domain::base::Result<std::optional<std::string>>> next() = 0;
};

/// What a handler answers: status, headers and a body that is whole or streamed. Content-Length, Transfer-Encoding,
/// Content-Encoding, Connection, Date and X-Request-Id are the session's business.
class Response {
public:
    using Header = std::pair<std::string, std::string>;

    explicit Response(int status = 200) : status_(status) {}
    Response(int status, std::string_view content_type, std::string body);
    Response(int status, std::string_view content_type, std::unique_ptr<BodyStream> stream);

    /// A whole body of type application/json.
    static Response json(int status, std::string body) { return Response(status, "application/json", std::move(body)); }

    int status() const { return status_; }
    const std::vector<Header>& headers() const { return headers_; }
    /// Adds a header. Control characters in the value become spaces.
    Response& add_header(std::string_view name, std::string_view value);

    const std::string& body() const { return body_; }
    BodyStream* stream() const { return stream_.get(); }
    /// Forbids gzip, for instance for what is compressed already.
    Response& keep_identity() { compressible_ = false; return *this; }
    bool compressible() const { return compressible_; }

private:
    int status_;
    std::vector<Header> headers_;
    std::string body_;
    std::unique_ptr<BodyStream> stream_;
    bool compressible_ = true;
};

}  // namespace gateway::http
