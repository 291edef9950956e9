#include "gateway/auth/session_cookie.hpp"

namespace gateway::auth {
namespace {

constexpr std::string_view kName = "opalite-session";
constexpr std::string_view kHostPrefix = "__Host-";

std::string cookie(std::string_view value, std::chrono::seconds life, bool tls) {
    std::string text;
    if (tls) text += kHostPrefix;
    text.append(kName).append("=").append(value);
    text += "; Path=/; Max-Age=" + std::to_string(life.count()) + "; HttpOnly; SameSite=Strict";
    if (tls) text += "; Secure";
    return text;
}

bool is_loopback_name(std::string_view name) {
    return name == "localhost" || name.ends_with(".localhost") || name.starts_with("127.") || name == "::1";
}

}  // namespace

bool browser_uses_tls(bool over_tls, std::string_view host_name) { return over_tls || !is_loopback_name(host_name); }

std::string_view read_session_cookie(std::string_view header, bool tls) {
    while (!header.empty()) {
        const auto end = header.find(';');
        std::string_view pair = header.substr(0, end);
        header.remove_prefix(end == std::string_view::npos ? header.size() : end + 1);
        while (pair.starts_with(' ')) pair.remove_prefix(1);
        if (tls) {
            if (!pair.starts_with(kHostPrefix)) continue;
            pair.remove_prefix(kHostPrefix.size());
        }
        if (pair.starts_with(kName) && pair.substr(kName.size()).starts_with('=')) return pair.substr(kName.size() + 1);
    }
    return {};
}

std::string session_cookie(const domain::base::TenantId& tenant, const domain::base::Secret& key, std::chrono::seconds life,
                           bool tls) {
    return cookie(tenant.value() + "." + key.reveal(), life, tls);
}

std::string ended_session_cookie(bool tls) { return cookie("", std::chrono::seconds(0), tls); }

bool proves_same_origin(const RequestOrigin& origin) {
    if (!origin.fetch_site.empty()) return origin.fetch_site == "same-origin";
    const auto scheme_end = origin.origin.find("://");
    return scheme_end != std::string_view::npos && !origin.host.empty() && origin.origin.substr(scheme_end + 3) == origin.host;
}

bool is_cross_site(const RequestOrigin& origin) {
    return !(origin.fetch_site.empty() && origin.origin.empty()) && !proves_same_origin(origin);
}

}  // namespace gateway::auth
