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

TokenBuckets::Bucket* TokenBuckets::filled(std::string_view name, const BucketRate& rate, Timestamp now) {
    auto found = buckets_.find(std::string(name));
    if (found == buckets_.end()) {
        if (buckets_.size() >= buckets_max_ / 2) forget_full(now);
        if (buckets_.size() >= buckets_max_) return nullptr;
        found = buckets_.emplace(std::string(name), Bucket{rate.burst, rate, now}).first;
    }
    found->second.rate = rate;
    refill(found->second, now);
    return &found->second;
}

std::optional<std::chrono::seconds> TokenBuckets::lacking(const Bucket& bucket, double amount) {
    const double needed = std::min(amount, bucket.rate.burst);
    if (bucket.level >= needed) return std::nullopt;
    const double wait = std::ceil((needed - bucket.level) / bucket.rate.per_second);
    return std::chrono::seconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(wait, 86'400.0))));
}

std::optional<std::chrono::seconds> TokenBuckets::take(std::string_view name, const BucketRate& rate, double amount) {
    const std::scoped_lock lock(mutex_);
    Bucket* bucket = filled(name, rate, clock_.now());
    if (bucket == nullptr) return std::nullopt;
    const auto wait = lacking(*bucket, amount);
    if (!wait) bucket->level -= amount;
    return wait;
}

std::optional<std::chrono::seconds> TokenBuckets::wait(std::string_view name, const BucketRate& rate, double amount) {
    const std::scoped_lock lock(mutex_);
    const Bucket* bucket = filled(name, rate, clock_.now());
    return bucket == nullptr ? std::nullopt : lacking(*bucket, amount);
}

void TokenBuckets::spend(std::string_view name, const BucketRate& rate, double amount) {
    const std::scoped_lock lock(mutex_);
    if (Bucket* bucket = filled(name, rate, clock_.now())) bucket->level -= amount;
}

std::size_t TokenBuckets::size() const {
    const std::scoped_lock lock(mutex_);
    return buckets_.size();
}

}  // namespace gateway::http
