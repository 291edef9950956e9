#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/base/bytes.hpp"
#include "domain/base/result.hpp"
#include "gateway/http/header_list.hpp"
#include "gateway/http/host.hpp"
#include "gateway/http/slab.hpp"

namespace gateway::http {

enum class Method { kGet, kHead, kPost, kPut, kPatch, kDelete, kOptions, kOther };

/// `GET`; `OTHER` for a method that no route can name.
std::string_view name(Method method);
/// Exact, as HTTP demands: `get` is kOther.
Method method_from(std::string_view name);

/// One parameter of the query string, decoded.
struct QueryParameter {
    std::string name;
    std::string value;
};

/// One request as it arrived, decoded as far as HTTP goes. The head is complete before the body is read.
class Request {
public:
    /// Takes the parts of a request head apart. Fails with kInvalidArgument when the target is not `/path?query`, is
    /// percent-encoded wrongly, or decodes to invalid UTF-8. Tests build their requests with it, too.
    static domain::base::Result<Request> make(Method method, std::string_view target, HeaderList headers,
                                              std::string_view service_domain = "localhost");

    Method method() const { return method_; }
    /// Path and query string as they came.
    std::string_view target() const { return target_; }
    /// Decoded; begins with a slash, runs of slashes are one; a trailing slash stays.
    const std::string& path() const { return path_; }
    /// The decoded parts of the path between slashes, empty ones left out.
    const std::vector<std::string>& segments() const { return segments_; }
    /// In the order of the query string; `+` is a space.
    const std::vector<QueryParameter>& query() const { return query_; }
    /// The last value of a query parameter.
    std::optional<std::string_view> parameter(std::string_view name) const;

    /// The first value of a header, in any case; empty when it is absent.
    std::string_view header(std::string_view name) const { return headers_.find(name); }
    bool has_header(std::string_view name) const { return headers_.contains(name); }
    const HeaderList& headers() const { return headers_; }
    /// Content-Type without parameters, in lower case; empty when absent.
    std::string media_type() const;

    const Host& host() const { return host_; }
    /// The client's address without port; behind a proxy, the proxy's.
    const std::string& peer() const { return peer_; }
    bool over_tls() const { return over_tls_; }
    /// Names this request in logs and in the X-Request-Id header of the response.
    const std::string& id() const { return id_; }
    /// W3C trace context; empty when absent.
    std::string_view traceparent() const { return header("traceparent"); }

    /// The body after Content-Encoding was removed.
    std::string_view body() const { return body_.view(); }
    domain::base::SharedBytes shared_body() const { return body_.share(0, body_.size()); }
    /// Hands the body over to someone who changes it in place; the request's body is then empty.
    Slab take_body() { return std::exchange(body_, Slab()); }
    /// Size of the body as it was sent.
    std::size_t sent_body_bytes() const { return sent_body_bytes_; }

    void set_connection(std::string peer, bool over_tls);
    void set_id(std::string id) { id_ = std::move(id); }
    void set_body(Slab body, std::size_t sent_bytes);

private:
    Request() = default;

    Method method_ = Method::kOther;
    std::string target_;
    std::string path_;
    std::vector<std::string> segments_;
    std::vector<QueryParameter> query_;
    HeaderList headers_;
    Host host_;
    std::string peer_;
    bool over_tls_ = false;
    std::string id_;
    Slab body_;
    std::size_t sent_body_bytes_ = 0;
};

}  // namespace gateway::http
