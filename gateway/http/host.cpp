#include "gateway/http/host.hpp"

#include <algorithm>

namespace gateway::http {
namespace {

constexpr std::string_view kCollectLabel = "collect";

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// `10.0.0.1`: only digits and dots. Such a name has no labels, only numbers.
bool is_ipv4_address(std::string_view name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; }) &&
           std::count(name.begin(), name.end(), '.') == 3;
}

/// Removes and returns the first label.
std::string_view take_label(std::string_view& name) {
    const auto dot = name.find('.');
    const std::string_view label = name.substr(0, dot);
    name = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    return label;
}

std::string_view without_port(std::string_view header) {
    if (header.starts_with('[')) {
        const auto end = header.find(']');
        return header.substr(1, end == std::string_view::npos ? std::string_view::npos : end - 1);
    }
    const auto colon = header.find(':');
    // More than one colon outside brackets is an IPv6 address without port.
    if (colon == std::string_view::npos || header.find(':', colon + 1) != std::string_view::npos) return header;
    return header.substr(0, colon);
}

}  // namespace

Host resolve_host(std::string_view header, std::string_view service_domain) {
    Host host;
    std::string_view name = without_port(header);
    if (name.ends_with('.')) name.remove_suffix(1);
    host.name = name;
    for (char& c : host.name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    std::string_view rest = host.name;
    if (rest == service_domain || is_ipv4_address(rest) || rest.find(':') != std::string_view::npos) return host;
    std::string_view label = take_label(rest);
    if (all_digits(label) && !rest.empty()) {
        host.tenant = domain::base::TenantId(std::string(label));
        if (rest == service_domain) return host;
        label = take_label(rest);
    }
    host.collection = label == kCollectLabel && !rest.empty();
    return host;
}

}  // namespace gateway::http
