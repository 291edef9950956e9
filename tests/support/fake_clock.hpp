#pragma once

#include <atomic>

#include "domain/base/time.hpp"

namespace tests {

/// A clock that stands still until it is moved.
class FakeClock final : public domain::base::Clock {
public:
    explicit FakeClock(domain::base::Timestamp start = domain::base::from_nanoseconds(1'700'000'000'000'000'000))
        : now_(domain::base::to_nanoseconds(start)) {}

    domain::base::Timestamp now() const override { return domain::base::from_nanoseconds(now_); }
    void advance(std::chrono::nanoseconds step) { now_ += step.count(); }

private:
    std::atomic<std::int64_t> now_;
};

}  // namespace tests
