#include "infra/postgres/delegated_logins.hpp"

#include <algorithm>

#include <pqxx/pqxx>

#include "infra/postgres/channels.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

using domain::admin::DelegatedLogin;
using domain::admin::DelegatedLoginState;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::base::to_nanoseconds;
using domain::base::UserId;
using Steady = std::chrono::steady_clock;

namespace {

constexpr int kPendingMax = 20;
constexpr std::chrono::hours kKeptAfterEnd{1};
constexpr std::chrono::minutes kLifeAfterAcceptance{1};
constexpr std::chrono::seconds kLookWithoutNotifier{1};

constexpr const char* kSelect =
    "select tenant, id, user_id, integration, client_token, address, state, token_id, created_at, expires_at "
    "from delegated_logins where ";

DelegatedLogin login_of(const pqxx::row& row) {
    DelegatedLogin login;
    login.tenant = TenantId(text(row[0]));
    login.id = text(row[1]);
    login.user = UserId(number_of(row[2].c_str()));
    login.integration = text(row[3]);
    login.client_token = text(row[4]);
    login.address = text(row[5]);
    const std::string state = text(row[6]);
    if (state == "accepted") login.state = DelegatedLoginState::kAccepted;
    if (state == "denied") login.state = DelegatedLoginState::kDenied;
    if (state == "handed out") login.state = DelegatedLoginState::kHandedOut;
    login.token = domain::base::ApiTokenId(text(row[7]));
    login.created_at = domain::base::from_nanoseconds(number_of(row[8].c_str()));
    login.expires_at = domain::base::from_nanoseconds(number_of(row[9].c_str()));
    return login;
}

}  // namespace

PostgresDelegatedLogins::PostgresDelegatedLogins(ConnectionPool& pool, Notifier& notifier, const domain::base::Clock& clock)
    : pool_(pool), notifier_(notifier), clock_(clock) {
    Notifier::Listener listener;
    listener.received = [this](std::string_view id) { signal_of(id).notify_all(); };
    listener.began = [this] {
        for (runtime::ChangeSignal& signal : signals_) signal.notify_all();
    };
    notifier.listen(kDelegatedLoginsChannel, std::move(listener));
}

runtime::ChangeSignal& PostgresDelegatedLogins::signal_of(std::string_view id) {
    return signals_[std::hash<std::string_view>()(id) % signals_.size()];
}

Task<Result<void>> PostgresDelegatedLogins::add(DelegatedLogin login) {
    const TenantId tenant = login.tenant;
    auto work = [login = std::move(login), now = clock_.now()](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec_params("delete from delegated_logins where tenant = $1 and expires_at < $2", login.tenant.value(),
                                to_nanoseconds(now - kKeptAfterEnd));
        const auto pending = transaction.exec_params(
            "select count(*) from delegated_logins where tenant = $1 and user_id = $2 and state = 'pending' and expires_at > $3",
            login.tenant.value(), login.user.value(), to_nanoseconds(now));
        if (number_of(pending[0][0].c_str()) >= kPendingMax) {
            return Error(ErrorCode::kResourceExhausted, "too many logins of this user are waiting for an answer");
        }
        transaction.exec_params("insert into delegated_logins values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9)",
                                login.tenant.value(), login.id, login.user.value(), login.integration, login.client_token,
                                login.address, login.token.value(), to_nanoseconds(login.created_at),
                                to_nanoseconds(login.expires_at));
        return {};
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::optional<DelegatedLogin>>> PostgresDelegatedLogins::find(std::string id) {
    auto work = [id = std::move(id)](pqxx::transaction_base& transaction) -> Result<std::optional<DelegatedLogin>> {
        const auto rows = transaction.exec_params(std::string(kSelect) + "id = $1", id);
        if (rows.empty()) return std::optional<DelegatedLogin>();
        return std::optional<DelegatedLogin>(login_of(rows[0]));
    };
    // The id is the hash of a secret, so it names its tenant, too.
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<std::optional<DelegatedLogin>>> PostgresDelegatedLogins::await_settled(std::string id, Steady::duration patience) {
    const auto until = Steady::now() + patience;
    runtime::ChangeSignal& signal = signal_of(id);
    for (;;) {
        const std::uint64_t seen = signal.generation();
        auto login = co_await find(id);
        if (!login || !*login || (*login)->state != DelegatedLoginState::kPending) co_return login;
        const auto life = std::chrono::duration_cast<Steady::duration>((*login)->expires_at - clock_.now());
        Steady::duration pause = std::min(until - Steady::now(), life);
        if (pause <= Steady::duration::zero()) co_return login;
        if (!notifier_.connected()) pause = std::min<Steady::duration>(pause, kLookWithoutNotifier);
        co_await signal.wait(seen, pause);
    }
}

Task<Result<std::vector<DelegatedLogin>>> PostgresDelegatedLogins::pending(TenantId tenant, UserId user) {
    auto work = [tenant, user, now = clock_.now()](pqxx::transaction_base& transaction) -> Result<std::vector<DelegatedLogin>> {
        std::vector<DelegatedLogin> logins;
        const auto rows = transaction.exec_params(
            std::string(kSelect) + "tenant = $1 and user_id = $2 and state = 'pending' and expires_at > $3 order by created_at, id",
            tenant.value(), user.value(), to_nanoseconds(now));
        for (const auto& row : rows) logins.push_back(login_of(row));
        return logins;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<void>> PostgresDelegatedLogins::resolve(TenantId tenant, UserId user, std::string id, bool accept) {
    auto work = [tenant, user, id = std::move(id), accept, now = clock_.now()](pqxx::transaction_base& transaction) -> Result<void> {
        // The row is locked by the update, so of two decisions at once the second finds the state of the first.
        const auto changed = transaction.exec_params(
            "update delegated_logins set state = $4, expires_at = greatest(expires_at, $6) "
            "where tenant = $1 and user_id = $2 and id = $3 and state = 'pending' and expires_at > $5",
            tenant.value(), user.value(), id, accept ? "accepted" : "denied", to_nanoseconds(now),
            to_nanoseconds(now + kLifeAfterAcceptance));
        if (changed.affected_rows() == 1) {
            transaction.exec_params("select pg_notify($1, $2)", kDelegatedLoginsChannel, id);
            return {};
        }
        const auto known = transaction.exec_params(
            std::string(kSelect) + "tenant = $1 and user_id = $2 and id = $3", tenant.value(), user.value(), id);
        if (known.empty()) return Error(ErrorCode::kNotFound, "no such login request");
        return Error(ErrorCode::kConflict, login_of(known[0]).state == DelegatedLoginState::kPending
                                               ? "the login request has expired" : "the login request has been answered already");
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<void>> PostgresDelegatedLogins::handed_out(TenantId tenant, std::string id) {
    auto work = [tenant, id = std::move(id)](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec_params("update delegated_logins set state = 'handed out' where tenant = $1 and id = $2", tenant.value(), id);
        return {};
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

}  // namespace infra::postgres
