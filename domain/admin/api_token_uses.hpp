#pragma once

#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"

namespace domain::admin {

struct ApiTokenUse {
    base::ApiTokenId token;
    base::Timestamp at{};
};

/// When API tokens were last used; beside the log, because it decides nothing (migrations/0008). Thread-safe.
class ApiTokenUses {
public:
    virtual ~ApiTokenUses() = default;

    /// Keeps the later one of the known and the given time of each token; tokens that do not exist are passed over. Fails
    /// with kUnavailable.
    virtual base::Task<base::Result<void>> record(base::TenantId tenant, std::vector<ApiTokenUse> uses) = 0;
};

}  // namespace domain::admin
