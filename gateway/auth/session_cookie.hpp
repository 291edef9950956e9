#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "domain/base/ids.hpp"
#include "domain/base/secret.hpp"

/// The cookie of a web session, `<customer>.<access key>`, and what protects it; pure.
///
/// A browser attaches the cookie by itself, so it alone proves nothing about who made the request: one that changes something
/// needs a proof of its origin as well.
namespace gateway::auth {

/// Whether the browser speaks TLS: to us, or to a proxy in front of the plain listener. Only plain requests to this machine
/// itself are without.
bool browser_uses_tls(bool over_tls, std::string_view host_name);

/// The session in a Cookie header, or an empty text. Over TLS only a cookie with the prefix `__Host-` counts, which no other
/// host and no plain connection can have set.
std::string_view read_session_cookie(std::string_view cookie_header, bool tls);

/// The value of Set-Cookie that begins a session.
std::string session_cookie(const domain::base::TenantId& tenant, const domain::base::Secret& key, std::chrono::seconds life,
                           bool tls);
/// The one that ends it.
std::string ended_session_cookie(bool tls);

/// What a browser says about where a request comes from; empty texts for absent headers.
struct RequestOrigin {
    std::string_view fetch_site;  ///< Sec-Fetch-Site
    std::string_view origin;      ///< Origin
    std::string_view host;        ///< Host
};
/// True when the browser says that our own pages made the request. A browser that does not know Sec-Fetch-Site sends Origin.
bool proves_same_origin(const RequestOrigin& origin);
/// True when the browser says that other pages made it; a request without both headers is not from a page.
bool is_cross_site(const RequestOrigin& origin);

}  // namespace gateway::auth
