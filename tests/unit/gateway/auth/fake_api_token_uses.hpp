#pragma once

#include <vector>

#include "domain/admin/api_token_uses.hpp"

namespace tests {

/// Keeps what was recorded, in its order.
class FakeApiTokenUses final : public domain::admin::ApiTokenUses {
public:
    domain::base::Task<domain::base::Result<void>> record(domain::base::TenantId,
                                                          std::vector<domain::admin::ApiTokenUse> uses) override {
        if (down) co_return domain::base::Error(domain::base::ErrorCode::kUnavailable, "postgresql is down");
        for (auto& use : uses) written.push_back(std::move(use));
        co_return domain::base::Result<void>();
    }

    std::vector<domain::admin::ApiTokenUse> written;
    bool down = false;
};

}  // namespace tests
