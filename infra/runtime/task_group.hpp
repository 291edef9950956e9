#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include "domain/base/task.hpp"

namespace infra::runtime {

/// Spawned coroutines that belong together: each runs on its own strand, an exception that leaves one goes to `report`
/// (cancellation does not), cancel() asks all to end, wait() blocks until they have. Thread-safe; wait() must not be called
/// from a thread of the io_context. The destructor cancels and waits.
class TaskGroup {
public:
    using Report = std::function<void(const std::string& task, const std::string& what)>;

    TaskGroup(boost::asio::io_context& context, Report report);
    ~TaskGroup();
    TaskGroup(const TaskGroup&) = delete;
    TaskGroup& operator=(const TaskGroup&) = delete;

    /// Starts `make()`'s coroutine; the callable and all it captures live until the coroutine has ended. `task` names it in
    /// reports. After cancel() nothing is started.
    void spawn(std::string task, std::function<domain::base::Task<void>()> make);

    void cancel();
    void wait();
    /// As wait(), but gives up after `limit`; true when all have ended.
    bool wait_for(std::chrono::steady_clock::duration limit);
    std::size_t size() const;

private:
    struct Member;
    void finished(const std::shared_ptr<Member>& member, std::exception_ptr failure);

    boost::asio::io_context& context_;
    Report report_;
    mutable std::mutex mutex_;
    std::condition_variable empty_;
    std::list<std::shared_ptr<Member>> members_;
    bool cancelled_ = false;
};

}  // namespace infra::runtime
