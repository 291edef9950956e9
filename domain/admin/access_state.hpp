#pragma once

#include <cstdint>

#include "domain/base/ids.hpp"

namespace domain::admin {

/// What is counted about groups, members and grants of one tenant.
struct AccessState {
    bool exists = false;
    base::TenantId tenant;
    std::int64_t version = 0;  ///< grows with every change of any of them; gateways keep what they read under it
    std::int64_t groups = 0;
    std::int64_t members = 0;
    std::int64_t grants = 0;
    friend bool operator==(const AccessState&, const AccessState&) = default;
};

}  // namespace domain::admin
