#include "gateway/http/response.hpp"

#include <algorithm>

namespace gateway::http {

Response::Response(int status, std::string_view content_type, std::string body)
    : status_(status), body_(std::move(body)) {
    add_header("Content-Type", content_type);
}

Response::Response(int status, std::string_view content_type, std::unique_ptr<BodyStream> stream)
    : status_(status), stream_(std::move(stream)) {
    add_header("Content-Type", content_type);
}

Response& Response::add_header(std::string_view name, std::string_view value) {
    std::string clean(value);
    std::replace_if(clean.begin(), clean.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
                    ' ');
    headers_.emplace_back(std::string(name), std::move(clean));
    return *this;
}

}  // namespace gateway::http
