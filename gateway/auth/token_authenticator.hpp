#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "gateway/auth/access_memory.hpp"
#include "gateway/auth/api_token_cache.hpp"
#include "gateway/auth/authenticator.hpp"
#include "gateway/auth/ingest_token_memory.hpp"
#include "gateway/auth/token_use_recorder.hpp"
#include "infra/runtime/task_group.hpp"

namespace gateway::auth {

/// Checks tokens against the control projections: ingest tokens in memory, API tokens at most a second old; both forget at
/// once what notifications say has changed. A token that is used shortly before its end is renewed, by one command a day at
/// most: in the background, or before the answer when its last minute runs. What is handed in must outlive it.
class TokenAuthenticator final : public Authenticator {
public:
    TokenAuthenticator(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
                       const domain::base::Clock& clock, infra::runtime::TaskGroup& background, TokenUseRecorder& uses);

    /// Reads what must be in memory; call it before the first request. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<void>> load() { return ingest_tokens_.load(); }

    domain::base::Task<domain::base::Result<domain::identity::Principal>> api(
        const RequestCredentials& credentials) override;
    domain::base::Task<domain::base::Result<domain::identity::IngestPrincipal>> ingest(
        const RequestCredentials& credentials) override;
    domain::base::Task<domain::base::Result<domain::base::TenantId>> tenant(
        const RequestCredentials& credentials) override;

    /// For the listener of the channel opalite_credentials. Thread-safe, do not block.
    void changed(std::string_view payload);
    void listening_began();
    void listening_ended();

private:
    domain::base::Task<void> renew_if_due(const domain::base::TenantId& tenant, const domain::admin::ApiTokenView& token,
                                          domain::base::Timestamp now);
    domain::base::Task<void> renew(domain::admin::CommandEnvelope command, std::string token);
    bool claim_renewal(const std::string& token, domain::base::Timestamp now);
    void renewal_failed(const std::string& token);

    domain::admin::ControlReader& reader_;
    domain::admin::CommandBus& bus_;
    const domain::base::Clock& clock_;
    infra::runtime::TaskGroup& background_;
    TokenUseRecorder& uses_;
    IngestTokenMemory ingest_tokens_;
    ApiTokenCache api_tokens_;
    AccessMemory access_;
    std::mutex mutex_;  // guards renewed_
    std::unordered_map<std::string, domain::base::Timestamp> renewed_;  ///< when the last renewal of a token was claimed
};

/// Which of a token's datastreams takes a request: of those whose name begins with `<target_package>/` the first with this direct
/// write, else the first of them, else the first that is enabled, else the first; null when there is none.
const domain::admin::DatastreamView* choose_datastream(
    const domain::admin::IngestTokenView& token, std::string_view target_package,
    std::optional<domain::admin::datastream::Switch> direct_write = std::nullopt);

}  // namespace gateway::auth
