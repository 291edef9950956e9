#include "infra/duckdb/duckdb_query_store.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "infra/duckdb/admission.hpp"
#include "infra/duckdb/database.hpp"
#include "infra/duckdb/statement.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace infra::duckdb {
namespace {

namespace asio = boost::asio;
namespace base = domain::base;
using domain::query::RowBatch;
using Batches = std::deque<std::unique_ptr<RowBatch>>;

/// A step hands over at most this many batches, so that a small query costs one change of threads and a large one, with
/// a slow reader, little memory.
constexpr std::size_t kBatchesPerStep = 8;
constexpr std::chrono::milliseconds kStepDuration{5};

/// A statement with its place among the running ones.
struct Running {
    Running(duckdb_database database, Admission::Place the_place) : place(std::move(the_place)), statement(database) {}
    Admission::Place place;
    Statement statement;
};

/// Destroys statements on a thread of its own: an interrupted one still ends its tasks, which may take a while.
class Closer {
public:
    Closer() : thread_([this] { run(); }) {}
    ~Closer() {
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    void close(std::shared_ptr<Running> running) {
        {
            const std::scoped_lock lock(mutex_);
            queue_.push_back(std::move(running));
        }
        changed_.notify_one();
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) return;
            auto running = std::move(queue_.front());
            queue_.pop_front();
            lock.unlock();
            running.reset();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Running>> queue_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace

struct DuckDbQueryStore::State {
    State(Database the_database, const DuckDbQueryStoreConfig& config)
        : database(std::move(the_database)), admission(config.queries_running_max, config.queries_waiting_max),
          pool(config.queries_running_max) {}
    Database database;
    Admission admission;
    runtime::BlockingPool pool;
    Closer closer;
};

namespace {

/// Makes the coroutine's cancellation interrupt a statement; the pool's operation leaves the slot to us.
class InterruptOnCancel {
public:
    InterruptOnCancel(asio::cancellation_slot slot, std::shared_ptr<Running> running) : slot_(slot) {
        if (!slot_.is_connected()) return;
        slot_.assign([owner = std::move(running)](asio::cancellation_type) { owner->statement.interrupt(); });
    }
    InterruptOnCancel(const InterruptOnCancel&) = delete;
    InterruptOnCancel& operator=(const InterruptOnCancel&) = delete;
    ~InterruptOnCancel() {
        if (slot_.is_connected()) slot_.clear();
    }

private:
    asio::cancellation_slot slot_;
};

/// Runs `work` on the pool; the deadline's timer and the coroutine's cancellation interrupt the statement meanwhile.
template <class Work>
base::Task<std::invoke_result_t<Work&>> run_step(runtime::BlockingPool& pool, std::shared_ptr<Running> running,
                                                 base::Timestamp deadline, Work work) {
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer timer(executor);
    timer.expires_after(time_left(deadline));
    timer.async_wait([running](const boost::system::error_code& error) {
        if (!error) running->statement.interrupt();
    });
    auto cancellation = co_await asio::this_coro::cancellation_state;
    const InterruptOnCancel guard(cancellation.slot(), running);
    auto result = co_await pool.run(std::move(work));
    co_return result;
}

class DuckDbRowStream final : public domain::query::RowStream {
public:
    DuckDbRowStream(runtime::BlockingPool& pool, Closer& closer, std::shared_ptr<Running> running,
                    std::vector<domain::catalog::Column> columns, base::Timestamp deadline)
        : pool_(pool), closer_(closer), running_(std::move(running)), columns_(std::move(columns)), deadline_(deadline) {}

    ~DuckDbRowStream() override {
        if (!running_) return;
        running_->statement.interrupt();
        closer_.close(std::move(running_));
    }

    base::Task<base::Result<std::unique_ptr<RowBatch>>> next() override {
        if (ready_.empty() && !over_) {
            if (auto filled = co_await fill(); !filled) co_return filled.error();
        }
        std::unique_ptr<RowBatch> batch;
        if (!ready_.empty()) {
            batch = std::move(ready_.front());
            ready_.pop_front();
        } else if (running_) {
            closer_.close(std::move(running_));  // gives the place back before the reader is done with the last rows
        }
        co_return batch;
    }

    const std::vector<domain::catalog::Column>& columns() const override { return columns_; }

private:
    base::Task<base::Result<void>> fill() {
        if (base::SystemClock().now() >= deadline_) {
            co_return base::Error(base::ErrorCode::kDeadlineExceeded, "the query took too long");
        }
        // The step owns what it touches except `ready_`, which no one else touches while next() waits.
        auto step = [running = running_, &ready = ready_]() -> base::Result<bool> {
            const auto end = std::chrono::steady_clock::now() + kStepDuration;
            do {
                auto batch = running->statement.fetch();
                if (!batch) return batch.error();
                if (!*batch) return true;
                ready.push_back(std::move(*batch));
            } while (ready.size() < kBatchesPerStep && std::chrono::steady_clock::now() < end);
            return false;
        };
        const auto over = co_await run_step(pool_, running_, deadline_, std::move(step));
        if (!over) {
            over_ = true;
            co_return over.error();
        }
        over_ = *over;
        co_return base::Result<void>();
    }

    runtime::BlockingPool& pool_;
    Closer& closer_;
    std::shared_ptr<Running> running_;
    const std::vector<domain::catalog::Column> columns_;
    const base::Timestamp deadline_;
    Batches ready_;
    bool over_ = false;
};

}  // namespace

base::Result<std::unique_ptr<DuckDbQueryStore>> DuckDbQueryStore::open(const DuckDbQueryStoreConfig& config) {
    auto database = open_database(config);
    if (!database) return database.error();
    auto state = std::make_shared<State>(std::move(*database), config);
    return std::unique_ptr<DuckDbQueryStore>(new DuckDbQueryStore(std::move(state)));
}

DuckDbQueryStore::DuckDbQueryStore(std::shared_ptr<State> state) : state_(std::move(state)) {}

DuckDbQueryStore::~DuckDbQueryStore() = default;

base::Task<base::Result<std::unique_ptr<domain::query::RowStream>>> DuckDbQueryStore::run(
    domain::query::ExecutableQuery query, base::Timestamp deadline) {
    auto place = co_await state_->admission.enter(deadline);
    if (!place) co_return place.error();
    auto running = std::make_shared<Running>(state_->database.get(), std::move(*place));
    auto columns = query.columns;
    // Owns the statement from here on: an error or a cancellation closes it in the background.
    std::unique_ptr<domain::query::RowStream> stream = std::make_unique<DuckDbRowStream>(
        state_->pool, state_->closer, running, std::move(columns), deadline);
    auto start = [running, query = std::move(query)] { return running->statement.start(query); };
    const auto started = co_await run_step(state_->pool, running, deadline, std::move(start));
    running.reset();
    if (!started) co_return started.error();
    co_return stream;
}

}  // namespace infra::duckdb
