#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "domain/base/task.hpp"
#include "infra/embedded_log/append.hpp"
#include "infra/embedded_log/journal.hpp"
#include "infra/telemetry/metrics.hpp"

namespace infra::embedded_log {

/// The writer thread and the bounded queue before it. While one group is written and synced, the next one gathers.
/// Thread-safe. The destructor commits what is queued.
class AppendQueue {
public:
    /// `on_idle` runs on the writer thread between groups, at least every `idle_interval`.
    AppendQueue(std::size_t bytes_max, std::chrono::milliseconds idle_interval, std::function<void()> on_idle,
                telemetry::Metrics& metrics);
    ~AppendQueue();
    AppendQueue(const AppendQueue&) = delete;
    AppendQueue& operator=(const AppendQueue&) = delete;

    /// Resumes on the caller's executor when the group was committed. Not cancellable: the outcome matters.
    base::Task<base::Result<std::vector<eventlog::Position>>> append(std::shared_ptr<Journal> journal,
                                                                     eventlog::PartitionKey key,
                                                                     std::vector<eventlog::Record> records,
                                                                     std::size_t bytes);

private:
    struct Waiting;

    bool admit(std::size_t bytes);
    void push(std::shared_ptr<Waiting> waiting);
    void run();
    std::vector<std::shared_ptr<Waiting>> take_group();
    void commit(std::vector<std::shared_ptr<Waiting>> group);
    void resume(std::vector<std::shared_ptr<Waiting>> group);

    const std::size_t bytes_max_;
    const std::chrono::milliseconds idle_interval_;
    const std::function<void()> on_idle_;
    telemetry::Counter& records_total_;
    telemetry::Counter& bytes_total_;
    telemetry::Counter& failed_total_;
    telemetry::Counter& refused_total_;
    telemetry::Histogram& commit_seconds_;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::shared_ptr<Waiting>> queue_;
    std::size_t bytes_ = 0;  // queued or being written
    bool writer_waits_ = false;
    bool stopping_ = false;
    std::thread writer_;
};

}  // namespace infra::embedded_log
