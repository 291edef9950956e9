#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/admin/api_token_uses.hpp"
#include "domain/base/time.hpp"

namespace gateway::auth {

/// Remembers when API tokens were last used, and writes it down at most once in `pause` for each token: a use costs a look into
/// a table in memory. What a crash loses is the last minute. Thread-safe.
class TokenUseRecorder {
public:
    struct Options {
        std::chrono::seconds pause{60};
        std::size_t tokens_max = 50'000;  ///< beyond, the use of a further token is not remembered until others are written
    };

    TokenUseRecorder(domain::admin::ApiTokenUses& store, const domain::base::Clock& clock)
        : TokenUseRecorder(store, clock, Options()) {}
    TokenUseRecorder(domain::admin::ApiTokenUses& store, const domain::base::Clock& clock, Options options)
        : store_(store), clock_(clock), options_(options) {}

    void used(const domain::base::TenantId& tenant, const domain::base::ApiTokenId& token);

    /// Writes what is due. Fails with kUnavailable; then the same is due again.
    domain::base::Task<domain::base::Result<void>> write_due() { return write(false); }
    /// Writes everything, at the end of the process.
    domain::base::Task<domain::base::Result<void>> write_all() { return write(true); }

private:
    struct Entry {
        domain::base::Timestamp used{};
        domain::base::Timestamp written{};     ///< the use that the store has
        domain::base::Timestamp written_at{};  ///< when it got it
    };
    struct Key {
        domain::base::TenantId tenant;
        domain::base::ApiTokenId token;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string>()(key.tenant.value()) * 31 + std::hash<std::string>()(key.token.value());
        }
    };
    using Due = std::map<domain::base::TenantId, std::vector<domain::admin::ApiTokenUse>>;

    domain::base::Task<domain::base::Result<void>> write(bool all);
    Due collect(bool all);
    void written(const domain::base::TenantId& tenant, const std::vector<domain::admin::ApiTokenUse>& uses);

    domain::admin::ApiTokenUses& store_;
    const domain::base::Clock& clock_;
    const Options options_;
    std::mutex mutex_;
    std::unordered_map<Key, Entry, KeyHash> entries_;
};

}  // namespace gateway::auth
