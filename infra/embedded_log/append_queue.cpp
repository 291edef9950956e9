#include "infra/embedded_log/append_queue.hpp"

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace infra::embedded_log {

namespace asio = boost::asio;

namespace {

/// One group is one write and one sync; larger ones gain nothing and make the first waiter wait longer.
constexpr std::size_t kGroupBytesMax = 32 * 1024 * 1024;

}  // namespace

struct AppendQueue::Waiting {
    Waiting(std::shared_ptr<Journal> topic, eventlog::PartitionKey key, std::vector<eventlog::Record> records,
            std::size_t bytes)
        : journal(std::move(topic)), append(std::move(key), std::move(records), bytes) {}

    std::shared_ptr<Journal> journal;
    Append append;
    std::function<void()> resume;
};

AppendQueue::AppendQueue(std::size_t bytes_max, std::chrono::milliseconds idle_interval, std::function<void()> on_idle,
                         telemetry::Metrics& metrics)
    : bytes_max_(bytes_max),
      idle_interval_(idle_interval),
      on_idle_(std::move(on_idle)),
      records_total_(metrics.counter("opalite_eventlog_appended_records_total", "Records confirmed by the log")),
      bytes_total_(metrics.counter("opalite_eventlog_appended_bytes_total", "Bytes of confirmed records")),
      failed_total_(metrics.counter("opalite_eventlog_failed_records_total", "Records the log could not confirm")),
      refused_total_(metrics.counter("opalite_eventlog_refused_appends_total", "Appends refused by a full queue")),
      commit_seconds_(metrics.histogram("opalite_eventlog_commit_seconds", "Time to write and sync one group")),
      writer_([this] { run(); }) {}

AppendQueue::~AppendQueue() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    writer_.join();
}

bool AppendQueue::admit(std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (stopping_ || bytes > bytes_max_ - bytes_) return false;
    bytes_ += bytes;
    return true;
}

void AppendQueue::push(std::shared_ptr<Waiting> waiting) {
    bool wake = false;
    {
        const std::scoped_lock lock(mutex_);
        queue_.push_back(std::move(waiting));
        wake = std::exchange(writer_waits_, false);
    }
    if (wake) wake_.notify_one();
}

base::Task<base::Result<std::vector<eventlog::Position>>> AppendQueue::append(std::shared_ptr<Journal> journal,
                                                                              eventlog::PartitionKey key,
                                                                              std::vector<eventlog::Record> records,
                                                                              std::size_t bytes) {
    if (!admit(bytes)) {
        refused_total_.add();
        co_return base::Error(base::ErrorCode::kResourceExhausted, "the append queue of the log is full");
    }
    auto waiting = std::make_shared<Waiting>(std::move(journal), std::move(key), std::move(records), bytes);
    auto initiate = [this, &waiting](auto handler) {
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        waiting->resume = [shared] {
            auto executor = asio::get_associated_executor(*shared);
            asio::post(executor, [shared] { std::move (*shared)(); });
        };
        // From here on the writer may resume the coroutine at any time: `waiting` itself must not be touched.
        auto handed_over = waiting;
        push(std::move(handed_over));
    };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(std::move(initiate), asio::use_awaitable);
    co_return std::move(waiting->append.outcome);
}

std::vector<std::shared_ptr<AppendQueue::Waiting>> AppendQueue::take_group() {
    std::vector<std::shared_ptr<Waiting>> group;
    std::unique_lock lock(mutex_);
    if (queue_.empty() && !stopping_) {
        writer_waits_ = true;
        wake_.wait_for(lock, idle_interval_, [this] { return !queue_.empty() || stopping_; });
        writer_waits_ = false;
    }
    std::size_t bytes = 0;
    while (!queue_.empty() && (group.empty() || bytes + queue_.front()->append.bytes <= kGroupBytesMax)) {
        bytes += queue_.front()->append.bytes;
        group.push_back(std::move(queue_.front()));
        queue_.pop_front();
    }
    return group;
}

void AppendQueue::run() {
    auto idle_at = std::chrono::steady_clock::now();
    for (;;) {
        auto group = take_group();
        const auto now = std::chrono::steady_clock::now();
        if (now - idle_at >= idle_interval_) {
            idle_at = now;
            on_idle_();
        }
        if (!group.empty()) {
            commit(std::move(group));
            continue;
        }
        const std::scoped_lock lock(mutex_);
        if (stopping_ && queue_.empty()) return;
    }
}

void AppendQueue::commit(std::vector<std::shared_ptr<Waiting>> group) {
    // Topics one after the other, each with its own write and sync; mostly there is only one.
    while (!group.empty()) {
        const std::shared_ptr<Journal> journal = group.front()->journal;
        std::vector<std::shared_ptr<Waiting>> others;
        std::vector<std::shared_ptr<Waiting>> mine;
        std::vector<Append*> appends;
        for (auto& waiting : group) {
            auto& list = waiting->journal == journal ? mine : others;
            if (&list == &mine) appends.push_back(&waiting->append);
            list.push_back(std::move(waiting));
        }
        const auto start = std::chrono::steady_clock::now();
        try {
            journal->commit(appends);
        } catch (const std::exception& failure) {
            for (Append* append : appends) append->outcome = base::Error(base::ErrorCode::kUnavailable, failure.what());
        }
        commit_seconds_.observe(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        resume(std::move(mine));
        group = std::move(others);
    }
}

void AppendQueue::resume(std::vector<std::shared_ptr<Waiting>> group) {
    std::size_t bytes = 0;
    for (const auto& waiting : group) {
        const auto records = static_cast<double>(waiting->append.records.size());
        bytes += waiting->append.bytes;
        if (waiting->append.outcome) {
            records_total_.add(records);
            bytes_total_.add(static_cast<double>(waiting->append.bytes));
        } else {
            failed_total_.add(records);
        }
        // The payload is on the disk: its slab may go back to the pool before the coroutine runs.
        waiting->append.records.clear();
    }
    {
        const std::scoped_lock lock(mutex_);
        bytes_ -= bytes;
    }
    for (auto& waiting : group) {
        // The handler owns the coroutine, whose frame owns `waiting`: moving it out breaks the circle.
        const auto resume_caller = std::move(waiting->resume);
        resume_caller();
    }
}

}  // namespace infra::embedded_log
