#include "infra/duckdb/admission.hpp"

#include <chrono>

namespace infra::duckdb {

namespace base = domain::base;

std::chrono::nanoseconds time_left(base::Timestamp deadline) {
    constexpr std::chrono::nanoseconds kDay = std::chrono::hours(24);
    const base::Timestamp now = base::SystemClock().now();
    if (deadline <= now) return std::chrono::nanoseconds::zero();
    return deadline - now < kDay ? deadline - now : kDay;
}

/// A place in the queue; leaves it also when the waiting coroutine is cancelled.
class Admission::Ticket {
public:
    explicit Ticket(Admission& admission) : admission_(admission) {}
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() {
        {
            const std::scoped_lock lock(admission_.mutex_);
            admission_.queue_.remove(this);
        }
        // The next in the queue may have become the first.
        admission_.changed_.notify_all();
    }

private:
    Admission& admission_;
};

base::Task<base::Result<Admission::Place>> Admission::enter(base::Timestamp deadline) {
    Ticket ticket(*this);
    {
        const std::scoped_lock lock(mutex_);
        if (running_ < running_max_ && queue_.empty()) {
            ++running_;
            co_return Place(this);
        }
        if (queue_.size() >= waiting_max_) {
            co_return base::Error(base::ErrorCode::kResourceExhausted, "too many queries are waiting");
        }
        queue_.push_back(&ticket);
    }
    for (;;) {
        const auto seen = changed_.generation();
        {
            const std::scoped_lock lock(mutex_);
            if (running_ < running_max_ && queue_.front() == &ticket) {
                ++running_;
                queue_.pop_front();
                co_return Place(this);
            }
        }
        const auto left = time_left(deadline);
        if (left == std::chrono::nanoseconds::zero()) {
            co_return base::Error(base::ErrorCode::kDeadlineExceeded, "the query waited too long for its turn");
        }
        co_await changed_.wait(seen, left);
    }
}

void Admission::leave() {
    {
        const std::scoped_lock lock(mutex_);
        --running_;
    }
    changed_.notify_all();
}

}  // namespace infra::duckdb
