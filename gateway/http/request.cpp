#include "gateway/http/request.hpp"

#include "gateway/http/percent.hpp"

namespace gateway::http {
namespace {

domain::base::Error malformed(std::string message) {
    return domain::base::Error(domain::base::ErrorCode::kInvalidArgument, std::move(message));
}

/// An absolute form (`http://host/path`, sent to proxies) counts as its path.
std::string_view origin_form(std::string_view target) {
    const auto scheme = target.find("://");
    if (target.starts_with('/') || scheme == std::string_view::npos) return target;
    const auto slash = target.find('/', scheme + 3);
    return slash == std::string_view::npos ? std::string_view("/") : target.substr(slash);
}

std::string_view take_until(std::string_view& text, char separator) {
    const auto end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return part;
}

bool decode_path(std::string_view raw, std::string& path, std::vector<std::string>& segments) {
    const bool trailing_slash = raw.ends_with('/');
    while (!raw.empty()) {
        const std::string_view part = take_until(raw, '/');
        if (part.empty()) continue;
        auto segment = percent_decode(part, PlusSign::kLiteral);
        if (!segment) return false;
        path += '/';
        path += *segment;
        segments.push_back(std::move(*segment));
    }
    if (trailing_slash || path.empty()) path += '/';
    return true;
}

bool decode_query(std::string_view raw, std::vector<QueryParameter>& query) {
    while (!raw.empty()) {
        std::string_view value = take_until(raw, '&');
        if (value.empty()) continue;
        auto decoded_name = percent_decode(take_until(value, '='), PlusSign::kSpace);
        auto decoded_value = percent_decode(value, PlusSign::kSpace);
        if (!decoded_name || !decoded_value) return false;
        query.push_back({std::move(*decoded_name), std::move(*decoded_value)});
    }
    return true;
}

}  // namespace

std::string_view name(Method method) {
    switch (method) {
        case Method::kGet: return "GET";
        case Method::kHead: return "HEAD";
        case Method::kPost: return "POST";
        case Method::kPut: return "PUT";
        case Method::kPatch: return "PATCH";
        case Method::kDelete: return "DELETE";
        case Method::kOptions: return "OPTIONS";
        case Method::kOther: return "OTHER";
    }
    return "OTHER";
}

Method method_from(std::string_view text) {
    for (const Method method : {Method::kPost, Method::kGet, Method::kHead, Method::kPut, Method::kPatch,
                                Method::kDelete, Method::kOptions}) {
        if (text == name(method)) return method;
    }
    return Method::kOther;
}

domain::base::Result<Request> Request::make(Method method, std::string_view target, HeaderList headers,
                                            std::string_view service_domain) {
    Request request;
    request.method_ = method;
    request.target_ = target;
    request.headers_ = std::move(headers);
    request.host_ = resolve_host(request.header("host"), service_domain);
    std::string_view rest = origin_form(target);
    if (!rest.starts_with('/')) return malformed("request target is not a path");
    rest = rest.substr(0, rest.find('#'));
    const std::string_view path = take_until(rest, '?');
    if (!decode_path(path, request.path_, request.segments_)) {
        return malformed("path is not percent-encoded UTF-8");
    }
    if (!decode_query(rest, request.query_)) return malformed("query string is not percent-encoded UTF-8");
    return request;
}

std::optional<std::string_view> Request::parameter(std::string_view searched) const {
    for (auto parameter = query_.rbegin(); parameter != query_.rend(); ++parameter) {
        if (parameter->name == searched) return parameter->value;
    }
    return std::nullopt;
}

std::string Request::media_type() const {
    std::string_view type = header("content-type");
    type = type.substr(0, type.find(';'));
    while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.remove_suffix(1);
    while (!type.empty() && (type.front() == ' ' || type.front() == '\t')) type.remove_prefix(1);
    std::string lower(type);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return lower;
}

void Request::set_connection(std::string peer, bool over_tls) {
    peer_ = std::move(peer);
    over_tls_ = over_tls;
}

void Request::set_body(Slab body, std::size_t sent_bytes) {
    body_ = std::move(body);
    sent_body_bytes_ = sent_bytes;
}

}  // namespace gateway::http
