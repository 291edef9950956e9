#include "gateway/auth/access_memory.hpp"

#include <utility>

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::auth {

using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::base::UserId;
using domain::identity::AccessRules;

Task<Result<AccessMemory::Rights>> AccessMemory::rights(TenantId tenant, UserId user, std::int64_t version) {
    if (auto rights = known(tenant, user, version)) co_return rights;
    std::uint64_t epoch = 0;
    {
        const std::scoped_lock lock(mutex_);
        epoch = epoch_;
    }
    auto rules = co_await reader_.access_rules(tenant);
    if (!rules) co_return rules.error();
    const auto shared = std::make_shared<const AccessRules>(std::move(*rules));
    keep(tenant, shared, epoch);
    co_return std::make_shared<const domain::identity::Rights>(shared->rights_of(user));
}

AccessMemory::Rights AccessMemory::known(const TenantId& tenant, UserId user, std::int64_t version) {
    const std::scoped_lock lock(mutex_);
    const auto found = snapshots_.find(tenant);
    if (found == snapshots_.end() || found->second.rules->version() < version) return nullptr;
    Snapshot& snapshot = found->second;
    if (const auto rights = snapshot.users.find(user); rights != snapshot.users.end()) return rights->second;
    if (snapshot.users.size() >= users_max) snapshot.users.clear();
    auto rights = std::make_shared<const domain::identity::Rights>(snapshot.rules->rights_of(user));
    snapshot.users.emplace(user, rights);
    return rights;
}

void AccessMemory::keep(const TenantId& tenant, std::shared_ptr<const AccessRules> rules, std::uint64_t epoch) {
    const std::scoped_lock lock(mutex_);
    if (epoch != epoch_) return;
    const auto found = snapshots_.find(tenant);
    if (found != snapshots_.end() && found->second.rules->version() >= rules->version()) return;
    if (found == snapshots_.end() && snapshots_.size() >= tenants_max) snapshots_.clear();
    snapshots_[tenant] = Snapshot{std::move(rules), {}};
}

void AccessMemory::clear() {
    const std::scoped_lock lock(mutex_);
    ++epoch_;
    snapshots_.clear();
}

}  // namespace gateway::auth
