#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "domain/base/time.hpp"

namespace gateway::http {

/// What flows into a bucket, and what it holds at most.
struct BucketRate {
    double per_second = 1;
    double burst = 1;
};

/// Token buckets by name, each full at first. Bounded: a bucket that is full again is forgotten, and when all `buckets_max` are in
/// use a new name is admitted without being counted, so that a flood of names refuses nobody. Thread-safe.
class TokenBuckets {
public:
    explicit TokenBuckets(const domain::base::Clock& clock, std::size_t buckets_max = 100'000)
        : clock_(clock), buckets_max_(buckets_max) {}

    /// Takes `amount` out, or says how long until it would be there, at least a second. What is more than a whole burst is admitted
    /// by a full bucket, which then owes the rest.
    std::optional<std::chrono::seconds> take(std::string_view name, const BucketRate& rate, double amount = 1);

    /// The same in two steps, for an amount that several buckets must have: first asked of all, then taken from all.
    std::optional<std::chrono::seconds> wait(std::string_view name, const BucketRate& rate, double amount);
    /// Takes `amount` in any case; what is not there is owed.
    void spend(std::string_view name, const BucketRate& rate, double amount);

    std::size_t size() const;

private:
    struct Bucket {
        double level = 0;
        BucketRate rate;
        domain::base::Timestamp at{};
    };
    static void refill(Bucket& bucket, domain::base::Timestamp now);
    static std::optional<std::chrono::seconds> lacking(const Bucket& bucket, double amount);
    Bucket* filled(std::string_view name, const BucketRate& rate, domain::base::Timestamp now);
    void forget_full(domain::base::Timestamp now);

    const domain::base::Clock& clock_;
    const std::size_t buckets_max_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Bucket> buckets_;
    domain::base::Timestamp swept_at_{};
};

}  // namespace gateway::http
