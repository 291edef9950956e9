#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "domain/admin/control_reader.hpp"
#include "domain/identity/access_policy.hpp"

namespace gateway::auth {

/// What every caller was granted, one immutable snapshot for each tenant. A snapshot is as good as its version: whoever asks
/// brings the version that the store had when the caller's token was read, and an older snapshot is read anew. So nothing here
/// has to be invalidated, and a change is seen as soon as the token's entry is. Thread-safe.
class AccessMemory {
public:
    using Rights = std::shared_ptr<const domain::identity::Rights>;
    static constexpr std::size_t tenants_max = 1'000;
    static constexpr std::size_t users_max = 10'000;  ///< of one tenant

    explicit AccessMemory(domain::admin::ControlReader& reader) : reader_(reader) {}

    /// What the user may do, of the given version or a later one. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<Rights>> rights(domain::base::TenantId tenant, domain::base::UserId user,
                                                            std::int64_t version);

    /// Forgets everything; after a rebuild, which begins to count anew.
    void clear();

private:
    struct Snapshot {
        std::shared_ptr<const domain::identity::AccessRules> rules;
        std::unordered_map<domain::base::UserId, Rights> users;
    };
    Rights known(const domain::base::TenantId& tenant, domain::base::UserId user, std::int64_t version);
    void keep(const domain::base::TenantId& tenant, std::shared_ptr<const domain::identity::AccessRules> rules,
              std::uint64_t epoch);

    domain::admin::ControlReader& reader_;
    std::mutex mutex_;  // guards what follows
    std::unordered_map<domain::base::TenantId, Snapshot> snapshots_;
    std::uint64_t epoch_ = 0;
};

}  // namespace gateway::auth
