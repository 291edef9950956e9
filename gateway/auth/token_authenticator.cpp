#include "gateway/auth/token_authenticator.hpp"

#include <utility>

#include "domain/admin/user/api_token.hpp"
#include "domain/base/limits.hpp"
#include "gateway/auth/credentials.hpp"
#include "gateway/auth/secrets.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::auth {

using domain::admin::ApiTokenView;
using domain::admin::DatastreamView;
using domain::admin::datastream::Switch;
using domain::admin::IngestTokenView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::base::Timestamp;
using domain::identity::IngestPrincipal;
using domain::identity::Principal;

namespace {

constexpr std::size_t kRenewalsRememberedMax = 100'000;
/// With less than this to live a token's renewal must be decided before the token can be used again.
constexpr std::chrono::seconds kRenewalAwaited{60};
constexpr std::chrono::seconds kRenewalRetryPause{10};

Error refused(std::string message) { return Error(ErrorCode::kUnauthenticated, std::move(message)); }

}  // namespace

const DatastreamView* choose_datastream(const IngestTokenView& token, std::string_view target_package,
                                        std::optional<Switch> direct_write) {
    if (!target_package.empty()) {
        const DatastreamView* first = nullptr;
        for (const DatastreamView& datastream : token.datastreams) {
            const std::string_view name = datastream.name;
            if (name.size() <= target_package.size() || !name.starts_with(target_package) || name[target_package.size()] != '/') continue;
            if (direct_write && is_on(datastream.typed, *direct_write)) return &datastream;
            if (first == nullptr) first = &datastream;
        }
        if (first != nullptr) return first;
    }
    for (const DatastreamView& datastream : token.datastreams) {
        if (!datastream.disabled) return &datastream;
    }
    return token.datastreams.empty() ? nullptr : &token.datastreams.front();
}

TokenAuthenticator::TokenAuthenticator(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
                                       const domain::base::Clock& clock, infra::runtime::TaskGroup& background,
                                       TokenUseRecorder& uses)
    : reader_(reader), bus_(bus), clock_(clock), background_(background), uses_(uses), ingest_tokens_(reader, clock),
      api_tokens_(reader, clock), access_(reader) {}

Task<Result<Principal>> TokenAuthenticator::api(const RequestCredentials& credentials) {
    const auto credential = read_api_credential(credentials);
    if (!credential) co_return credential.error();
    const std::string hash = sha256_hex(credential->key.reveal());
    const auto found = co_await api_tokens_.find(credential->tenant, hash);
    if (!found) co_return found.error();
    if (!*found || !domain::base::equal_in_constant_time((*found)->secret_sha256, hash)) {
        co_return refused("invalid access key");
    }
    const ApiTokenView& token = **found;
    // A session's key is in the browser's keeping and protected as a cookie; other keys were never meant to be one.
    if ((token.kind == domain::admin::user::kind_session) != credential->session) co_return refused("invalid access key");
    const Timestamp now = clock_.now();
    if (token.disabled || token.user_disabled) co_return refused("the access key is disabled");
    if (token.expires_at <= now) co_return refused("the access key has expired");
    uses_.used(credential->tenant, token.id);
    if (token.renewable && domain::admin::user::renewal_due(token.expires_at, now)) {
        co_await renew_if_due(credential->tenant, token, now);
    }
    Principal principal{credential->tenant, token.user, token.id, token.administrator};
    if (!principal.administrator) {
        auto rights = co_await access_.rights(credential->tenant, token.user, token.access_version);
        if (!rights) co_return rights.error();
        principal.rights = std::move(*rights);
    }
    co_return principal;
}

Task<Result<IngestPrincipal>> TokenAuthenticator::ingest(const RequestCredentials& credentials) {
    const auto credential = read_ingest_credential(credentials);
    if (!credential) co_return credential.error();
    const auto tokens = co_await ingest_tokens_.find(credential->token);
    if (!tokens) co_return tokens.error();
    const auto& tenant = credential->tenant ? credential->tenant : credentials.host_tenant;
    const std::string hash = sha256_hex(credential->secret.reveal());
    for (const IngestTokenView& token : **tokens) {
        if (tenant && token.tenant != *tenant) continue;
        if (!domain::base::equal_in_constant_time(token.secret_sha256, hash)) continue;
        if (token.disabled) co_return refused("the ingest token is disabled");
        const DatastreamView* datastream = choose_datastream(token, credentials.target_package, credentials.direct_write);
        if (datastream == nullptr) {
            co_return Error(ErrorCode::kPermissionDenied, "the ingest token has no datastream to write to");
        }
        if (datastream->disabled) co_return refused("the datastream is disabled: " + datastream->name);
        IngestPrincipal sender{token.tenant, token.id, datastream->id, datastream->dataset, {}};
        sender.rates = {token.rate, datastream->rate, token.tenant_rate};
        co_return sender;
    }
    co_return refused("invalid ingest token");
}

Task<Result<TenantId>> TokenAuthenticator::tenant(const RequestCredentials& credentials) {
    if (credentials.host_tenant) co_return *credentials.host_tenant;
    if (auto hint = read_tenant_hint(credentials.authorization)) co_return std::move(*hint);
    const auto tenants = co_await reader_.tenants();
    if (!tenants) co_return tenants.error();
    if (tenants->size() == 1) co_return tenants->front();
    co_return Error(ErrorCode::kInvalidArgument,
                    "which customer? use the host <customer id>.<domain> or the header Authorization: Bearer <customer id>");
}

Task<void> TokenAuthenticator::renew_if_due(const TenantId& tenant, const ApiTokenView& token, Timestamp now) {
    std::string key = tenant.value() + '/' + token.id.value();
    if (!claim_renewal(key, now)) co_return;
    domain::admin::CommandEnvelope envelope(random_command_id(), tenant, "user:" + std::to_string(token.user.value()), now,
                                            domain::admin::user::RenewApiToken{token.id});
    if (token.expires_at - now < kRenewalAwaited) {
        co_await renew(std::move(envelope), std::move(key));
        co_return;
    }
    // The request does not wait: there is time enough to renew again when this one fails.
    background_.spawn("renew API token", [this, envelope = std::move(envelope), key = std::move(key)]() -> Task<void> {
        return renew(envelope, key);
    });
}

Task<void> TokenAuthenticator::renew(domain::admin::CommandEnvelope command, std::string token) {
    const auto deadline = std::chrono::steady_clock::now() + domain::base::limits::admin_outcome_wait_max;
    const auto outcome = co_await bus_.execute(std::move(command), deadline);
    if (!outcome) renewal_failed(token);
}

bool TokenAuthenticator::claim_renewal(const std::string& token, Timestamp now) {
    const std::scoped_lock lock(mutex_);
    if (renewed_.size() >= kRenewalsRememberedMax) renewed_.clear();
    auto& last = renewed_[token];
    if (last != Timestamp{} && now - last < std::chrono::days(1)) return false;
    last = now;
    return true;
}

/// The next use after a short pause tries again.
void TokenAuthenticator::renewal_failed(const std::string& token) {
    const std::scoped_lock lock(mutex_);
    renewed_[token] = clock_.now() - std::chrono::days(1) + kRenewalRetryPause;
}

void TokenAuthenticator::changed(std::string_view payload) {
    ingest_tokens_.changed(payload);
    if (payload == "*") access_.clear();
    api_tokens_.clear();
}

void TokenAuthenticator::listening_began() {
    ingest_tokens_.began();
    access_.clear();
    api_tokens_.set_hearing(true);
}

void TokenAuthenticator::listening_ended() {
    ingest_tokens_.ended();
    api_tokens_.set_hearing(false);
}

}  // namespace gateway::auth
