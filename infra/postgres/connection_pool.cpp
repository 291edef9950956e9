#include "infra/postgres/connection_pool.hpp"

#include <algorithm>

#include <libpq-fe.h>
#include <pqxx/pqxx>

#include "infra/postgres/pg_error.hpp"

namespace infra::postgres {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

struct FreeOptions {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

std::string quoted(const char* value) {
    std::string text = "'";
    for (; *value != '\0'; ++value) {
        if (*value == '\'' || *value == '\\') text += '\\';
        text += *value;
    }
    return text + "'";
}

/// What a connection is given when its text does not say otherwise. A dead peer is noticed in about ten seconds.
constexpr std::pair<const char*, const char*> kDefaults[] = {
    {"application_name", "opalite"}, {"connect_timeout", "5"},     {"keepalives_idle", "5"},
    {"keepalives_interval", "2"},    {"keepalives_count", "3"},    {"tcp_user_timeout", "10000"},
    {"client_encoding", "UTF8"},
};

}  // namespace

Result<std::string> with_connection_defaults(const std::string& url) {
    const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(url.c_str(), nullptr));
    if (!options) return Error(ErrorCode::kInvalidArgument, "not a postgresql connection string");
    std::string text;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
        const char* value = option->val;
        if (value == nullptr) {
            const auto* found = std::find_if(std::begin(kDefaults), std::end(kDefaults), [&](const auto& entry) {
                return std::string_view(entry.first) == option->keyword;
            });
            if (found != std::end(kDefaults)) value = found->second;
        }
        if (value == nullptr) continue;
        if (!text.empty()) text += ' ';
        text += std::string(option->keyword) + "=" + quoted(value);
    }
    return text;
}

Scope Scope::of(const domain::base::TenantId& tenant) {
    const std::string& id = tenant.value();
    const bool digits = std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
    return Scope(digits ? id : std::string());
}

struct ConnectionPool::Slot {
    std::optional<pqxx::connection> connection;
    /// The login role is not bound by policies, so a tenant's transaction takes the role that is.
    bool bypasses_policies = false;
};

class ConnectionPool::Lease {
public:
    explicit Lease(ConnectionPool& pool) : pool_(pool) {
        std::unique_lock lock(pool_.mutex_);
        pool_.freed_.wait(lock, [this] { return !pool_.free_.empty(); });
        // The one given back last: idle connections stay idle.
        slot_ = std::move(pool_.free_.back());
        pool_.free_.pop_back();
    }
    ~Lease() {
        const std::scoped_lock lock(pool_.mutex_);
        pool_.free_.push_back(std::move(slot_));
        pool_.freed_.notify_one();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Slot& slot() { return *slot_; }

private:
    ConnectionPool& pool_;
    std::unique_ptr<Slot> slot_;
};

ConnectionPool::ConnectionPool(PostgresOptions options)
    : options_(std::move(options)), threads_(options_.connections) {
    auto conninfo = with_connection_defaults(options_.url);
    // A text that cannot be read is reported by the first transaction, like a server that is not there.
    conninfo_ = conninfo ? std::move(*conninfo) : options_.url;
    for (std::size_t i = 0; i < options_.connections; ++i) free_.push_back(std::make_unique<Slot>());
}

ConnectionPool::~ConnectionPool() = default;

void ConnectionPool::connect(Slot& slot) {
    slot.connection.emplace(conninfo_);
    slot.connection->set_variable("statement_timeout", std::to_string(options_.statement_timeout.count()));
    pqxx::work transaction(*slot.connection);
    const auto row = transaction.exec1("select rolsuper or rolbypassrls from pg_roles where rolname = current_user");
    slot.bypasses_policies = row[0].as<bool>();
    transaction.commit();
}

std::optional<Error> ConnectionPool::run(const Scope& scope,
                                         const std::function<bool(pqxx::transaction_base&)>& work) {
    Lease lease(*this);
    Slot& slot = lease.slot();
    for (bool fresh = false;; fresh = true) {
        bool begun = false;
        try {
            if (!slot.connection || !slot.connection->is_open()) {
                connect(slot);
                fresh = true;
            }
            pqxx::work transaction(*slot.connection);
            std::string prologue = "select set_config('opalite.tenant', " + transaction.quote(scope.setting()) + ", true)";
            if (!scope.is_service() && slot.bypasses_policies) prologue += "; set local role opalite_tenant";
            transaction.exec(prologue);
            begun = true;
            if (work(transaction)) transaction.commit();
            return std::nullopt;
        } catch (...) {
            const bool broken = is_broken_connection();
            const Error error = current_error("transaction");
            if (broken || error.code() == ErrorCode::kUnavailable) slot.connection.reset();
            // A connection that died while it was idle is replaced once, before anything was done on it.
            if (broken && !begun && !fresh) continue;
            return error;
        }
    }
}

domain::base::Task<Result<void>> ConnectionPool::ping() {
    auto work = [](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec("select 1");
        return {};
    };
    co_return co_await transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
