#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/base/ids.hpp"

namespace gateway::http {

/// What the Host header says: whose request it is and which of the two surfaces it addresses.
struct Host {
    std::string name;                                ///< lower case, without port, brackets and final dot
    std::optional<domain::base::TenantId> tenant;    ///< first label when it is all digits
    bool collection = false;                         ///< `collect.<domain>` or `<digits>.collect.<domain>`
};

/// Reads a Host header (`122.collect.example.com:443`, `[::1]:8080`). The service domain itself never names a tenant;
/// below it, and on names that a proxy in front of us uses, the labels decide. An IP address names nobody.
Host resolve_host(std::string_view header, std::string_view service_domain);

}  // namespace gateway::http
