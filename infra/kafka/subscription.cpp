#include "infra/kafka/subscription.hpp"

namespace infra::kafka {
namespace {

/// Everything that matters notifies; this only bounds a wait.
constexpr std::chrono::hours kWaitMax{1};

}  // namespace

KafkaSubscription::KafkaSubscription(std::shared_ptr<Follower> follower) : follower_(std::move(follower)) {}

KafkaSubscription::~KafkaSubscription() {
    follower_->close();
    follower_->forget_checkpoints();
}

void KafkaSubscription::close() { follower_->close(); }

base::Task<base::Result<eventlog::Delivery>> KafkaSubscription::next() {
    for (;;) {
        const std::uint64_t seen = follower_->changed().generation();
        if (auto taken = follower_->take()) co_return std::move(*taken);
        co_await follower_->changed().wait(seen, kWaitMax);
    }
}

}  // namespace infra::kafka
