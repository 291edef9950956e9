#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <utility>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "infra/runtime/signal.hpp"

namespace infra::duckdb {

/// What is left until the deadline, for timers: at most a day, since clocks overflow beyond, and not negative.
std::chrono::nanoseconds time_left(domain::base::Timestamp deadline);

/// Lets a bounded number of queries run and a bounded number wait, first come, first served. Thread-safe.
class Admission {
public:
    Admission(std::size_t running_max, std::size_t waiting_max) : running_max_(running_max), waiting_max_(waiting_max) {}

    /// A query's place among the running ones; given back when destroyed.
    class Place {
    public:
        Place() = default;
        explicit Place(Admission* admission) : admission_(admission) {}
        Place(Place&& other) noexcept : admission_(std::exchange(other.admission_, nullptr)) {}
        Place& operator=(Place&& other) noexcept {
            std::swap(admission_, other.admission_);
            return *this;
        }
        ~Place() {
            if (admission_ != nullptr) admission_->leave();
        }

    private:
        Admission* admission_ = nullptr;
    };

    /// Waits for a place. Fails with kResourceExhausted when too many wait, kDeadlineExceeded.
    domain::base::Task<domain::base::Result<Place>> enter(domain::base::Timestamp deadline);

private:
    class Ticket;
    void leave();

    const std::size_t running_max_;
    const std::size_t waiting_max_;
    std::mutex mutex_;
    std::size_t running_ = 0;
    std::list<Ticket*> queue_;
    runtime::ChangeSignal changed_;
};

}  // namespace infra::duckdb
