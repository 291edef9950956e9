#pragma once

#include <array>

#include "domain/admin/delegated_logins.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/postgres/notifier.hpp"
#include "infra/runtime/signal.hpp"

namespace infra::postgres {

/// The table delegated_logins. Who waits for a decision is woken by the notifier; while that has no connection, it looks once a
/// second. What is handed in must outlive it; construct it before the notifier starts.
class PostgresDelegatedLogins final : public domain::admin::DelegatedLogins {
public:
    PostgresDelegatedLogins(ConnectionPool& pool, Notifier& notifier, const domain::base::Clock& clock);

    Answer<void> add(domain::admin::DelegatedLogin login) override;
    Answer<std::optional<domain::admin::DelegatedLogin>> await_settled(std::string id,
                                                                       std::chrono::steady_clock::duration patience) override;
    Answer<std::vector<domain::admin::DelegatedLogin>> pending(domain::base::TenantId tenant,
                                                               domain::base::UserId user) override;
    Answer<void> resolve(domain::base::TenantId tenant, domain::base::UserId user, std::string id, bool accept) override;
    Answer<void> handed_out(domain::base::TenantId tenant, std::string id) override;

private:
    Answer<std::optional<domain::admin::DelegatedLogin>> find(std::string id);
    runtime::ChangeSignal& signal_of(std::string_view id);

    ConnectionPool& pool_;
    Notifier& notifier_;
    const domain::base::Clock& clock_;
    /// Requests share signals by their hash: a stranger's decision wakes in vain, and nothing has to be kept for each waiter.
    std::array<runtime::ChangeSignal, 64> signals_;
};

}  // namespace infra::postgres
