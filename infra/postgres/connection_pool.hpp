#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace pqxx {
class transaction_base;
}

namespace infra::postgres {

struct PostgresOptions {
    std::string url;                                      ///< `postgresql://…` or `key=value …`
    std::size_t connections = 8;                          ///< also the number of threads that wait for them
    std::chrono::milliseconds statement_timeout{30'000};  ///< a longer statement fails with kDeadlineExceeded
};

/// Whose rows a transaction may touch; row-level security enforces it (migrations/0005).
class Scope {
public:
    /// Every tenant's rows: consumers, migrations, authentication by token id.
    static Scope service() { return Scope("*"); }
    /// One tenant's rows, whatever the statements say. A text that is not all digits sees nothing.
    static Scope of(const domain::base::TenantId& tenant);

    const std::string& setting() const { return setting_; }
    bool is_service() const { return setting_ == "*"; }

private:
    explicit Scope(std::string setting) : setting_(std::move(setting)) {}
    std::string setting_;
};

/// Connections to one PostgreSQL database, opened when first needed and replaced when they fail, and the threads that wait
/// for it. Exceptions of the driver end here. Thread-safe. The destructor waits for running transactions.
class ConnectionPool {
public:
    explicit ConnectionPool(PostgresOptions options);
    ~ConnectionPool();
    ConnectionPool(const ConnectionPool&) = delete;
    ConnectionPool& operator=(const ConnectionPool&) = delete;

    /// Runs `work(transaction)`, a callable that returns a Result, in one read-committed transaction on a thread of the pool.
    /// Commits when it succeeded; rolls back when it failed or threw. `work` is called once at most, must own what it
    /// touches or be outlived by it, and must not catch the driver's exceptions.
    ///
    /// Fails with what `work` failed with, with kUnavailable when the server cannot be reached (when that happens during
    /// the commit the outcome is unknown), with kDeadlineExceeded when a statement took too long.
    template <class Work>
    domain::base::Task<std::invoke_result_t<Work&, pqxx::transaction_base&>> transact(Scope scope, Work work) {
        auto job = [this, scope = std::move(scope), work = std::move(work)]() mutable {
            return transact_now(scope, work);
        };
        co_return co_await threads_.run(std::move(job));
    }

    /// The same on the calling thread, which blocks; for callers that already have a thread of their own.
    template <class Work>
    std::invoke_result_t<Work&, pqxx::transaction_base&> transact_now(const Scope& scope, Work&& work) {
        std::optional<std::invoke_result_t<Work&, pqxx::transaction_base&>> outcome;
        const auto failure = run(scope, [&](pqxx::transaction_base& transaction) {
            outcome.emplace(work(transaction));
            return outcome->has_value();
        });
        if (failure) return *failure;
        return std::move(*outcome);
    }

    /// Success when a statement can be run now; for health checks. Fails with kUnavailable and the reason.
    domain::base::Task<domain::base::Result<void>> ping();

    const std::string& url() const { return options_.url; }

private:
    struct Slot;
    class Lease;

    /// Nothing when `work` was called and the transaction committed, or `work` returned false and it was rolled back.
    std::optional<domain::base::Error> run(const Scope& scope,
                                           const std::function<bool(pqxx::transaction_base&)>& work);
    void connect(Slot& slot);

    PostgresOptions options_;
    std::string conninfo_;
    std::mutex mutex_;
    std::condition_variable freed_;
    std::vector<std::unique_ptr<Slot>> free_;
    runtime::BlockingPool threads_;
};

/// The connection text with our defaults added where it says nothing: application_name, connect_timeout, keepalives.
/// Fails with kInvalidArgument; the message does not repeat the text, which may hold a password.
domain::base::Result<std::string> with_connection_defaults(const std::string& url);

}  // namespace infra::postgres
