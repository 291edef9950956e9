#pragma once

#include <chrono>
#include <list>
#include <mutex>
#include <memory>

#include <boost/asio/steady_timer.hpp>

#include "domain/base/task.hpp"

namespace infra::runtime {

/// Wakes waiting coroutines: "something changed, look again". A notification between two waits is not lost as long as the
/// waiter reads generation() before it looks at the state and passes it to wait(). Thread-safe.
class ChangeSignal {
public:
    /// How often notify_all() was called.
    std::uint64_t generation() const;

    /// Returns true once the generation differs from `seen`, false when `limit` has passed first.
    domain::base::Task<bool> wait(std::uint64_t seen, std::chrono::steady_clock::duration limit);

    void notify_all();

private:
    struct Waiter;
    mutable std::mutex mutex_;
    std::uint64_t generation_ = 0;
    std::list<std::shared_ptr<Waiter>> waiters_;
};

}  // namespace infra::runtime
