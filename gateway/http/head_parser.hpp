#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/http/header_list.hpp"
#include "gateway/http/request.hpp"

namespace gateway::http {

/// A request's head, with what HTTP's framing says about the body and the connection.
struct RequestHead {
    Method method = Method::kOther;
    std::string target;
    int version = 11;  ///< 10 or 11
    HeaderList headers;
    bool keep_alive = true;
    bool chunked = false;
    std::optional<std::uint64_t> content_length;
    bool expects_continue = false;
};

/// Reads one request head by Beast's rules: no ambiguous length (both Content-Length and chunked, or several), no bare
/// control characters.
class HeadParser {
public:
    enum class Status {
        kNeedMore,
        kComplete,
        kTooLarge,   ///< over `bytes_max`
        kMalformed,  ///< fault() says what
    };

    explicit HeadParser(std::size_t bytes_max);
    ~HeadParser();

    /// Takes what it can from the front of `bytes` and says how much in `consumed`; what is left must come again, with more
    /// behind it. After kComplete `bytes.substr(consumed)` is the body.
    Status parse(std::string_view bytes, std::size_t& consumed);

    RequestHead& head();
    const std::string& fault() const { return fault_; }

private:
    class Parser;
    std::unique_ptr<Parser> parser_;
    std::string fault_;
};

}  // namespace gateway::http
