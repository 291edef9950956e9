#include "gateway/http/token_buckets.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::http {

using domain::base::Timestamp;

namespace {

/// A sweep looks at every bucket, so it is rare.
constexpr std::chrono::seconds kSweepInterval{10};

}  // namespace

void TokenBuckets::refill(Bucket& bucket, Timestamp now) {
    const double seconds = std::chrono::duration<double>(now - bucket.at).count();
    if (seconds > 0) bucket.level = std::min(bucket.rate.burst, bucket.level + seconds * bucket.rate.per_second);
    bucket.at = std::max(bucket.at, now);
}

void TokenBuckets::forget_full(Timestamp now) {
    if (now - swept_at_ < kSweepInterval) return;
    swept_at_ = now;
    std::erase_if(buckets_, [&](const auto& named) {
        Bucket bucket = named.second;
        refill(bucket, now);
        return bucket.level >= bucket.rate.burst;
    });
}

std::optional<std::chrono::seconds> TokenBuckets::take(std::string_view name, const BucketRate& rate, double amount) {
    const Timestamp now = clock_.now();
    const std::scoped_lock lock(mutex_);
    auto found = buckets_.find(std::string(name));
    if (found == buckets_.end()) {
        if (buckets_.size() >= buckets_max_ / 2) forget_full(now);
        if (buckets_.size() >= buckets_max_) return std::nullopt;
        found = buckets_.emplace(std::string(name), Bucket{rate.burst, rate, now}).first;
    }
    Bucket& bucket = found->second;
    bucket.rate = rate;
    refill(bucket, now);
    const double needed = std::min(amount, rate.burst);
    if (bucket.level >= needed) {
        bucket.level -= amount;
        return std::nullopt;
    }
    const double wait = std::ceil((needed - bucket.level) / rate.per_second);
    return std::chrono::seconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(wait, 86'400.0))));
}

std::size_t TokenBuckets::size() const {
    const std::scoped_lock lock(mutex_);
    return buckets_.size();
}

}  // namespace gateway::http
