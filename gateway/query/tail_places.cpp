#include "gateway/query/tail_places.hpp"

#include <string>

namespace gateway::query {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::TenantId;

Result<TailPlaces::Place> TailPlaces::take(const TenantId& tenant) {
    const std::scoped_lock lock(mutex_);
    const auto found = of_tenant_.find(tenant);
    if (found != of_tenant_.end() && found->second >= tenant_max) {
        return Error(ErrorCode::kResourceExhausted, "too many tails at once, at most " + std::to_string(tenant_max));
    }
    if (all_ >= gateway_max) return Error(ErrorCode::kResourceExhausted, "too many tails at once on this gateway");
    ++of_tenant_[tenant];
    ++all_;
    return Place(*this, tenant);
}

void TailPlaces::leave(const TenantId& tenant) {
    const std::scoped_lock lock(mutex_);
    const auto found = of_tenant_.find(tenant);
    if (--found->second == 0) of_tenant_.erase(found);
    --all_;
}

}  // namespace gateway::query
