#include "consumers/subscription_runner.hpp"

#include <algorithm>

#include "infra/telemetry/log.hpp"

namespace consumers {

namespace base = domain::base;
using domain::eventlog::Delivery;
using domain::eventlog::RecordBatch;
using domain::eventlog::Subscription;

namespace {

const infra::telemetry::Logger& log() {
    static const infra::telemetry::Logger logger("consumers");
    return logger;
}

}  // namespace

SubscriptionRunner::SubscriptionRunner(domain::eventlog::EventLog& log, domain::eventlog::CheckpointReader& checkpoints,
                                       domain::eventlog::GroupId group, domain::eventlog::Topic topic,
                                       DeliveryHandler& handler, Backoff backoff)
    : log_(log), checkpoints_(checkpoints), group_(std::move(group)), topic_(std::move(topic)), handler_(handler),
      backoff_(backoff) {}

base::Task<void> SubscriptionRunner::run() {
    auto pause = backoff_.first;
    while (!stopping_) {
        const auto seen = stop_signal_.generation();
        const bool progress = co_await follow_once();
        if (progress) pause = backoff_.first;
        if (stopping_) break;
        co_await stop_signal_.wait(seen, pause);
        pause = std::min(pause * 2, backoff_.longest);
    }
}

void SubscriptionRunner::stop() {
    stopping_ = true;
    stop_signal_.notify_all();
    const std::scoped_lock lock(mutex_);
    if (current_ != nullptr) current_->close();
}

/// Lets stop() reach the subscription while it lives, and closes it on every way out.
class SubscriptionRunner::Current {
public:
    Current(SubscriptionRunner& runner, Subscription& subscription) : runner_(runner), subscription_(subscription) {
        const std::scoped_lock lock(runner_.mutex_);
        runner_.current_ = &subscription_;
        if (runner_.stopping_) subscription_.close();
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    ~Current() {
        subscription_.close();
        const std::scoped_lock lock(runner_.mutex_);
        runner_.current_ = nullptr;
    }

private:
    SubscriptionRunner& runner_;
    Subscription& subscription_;
};

base::Task<bool> SubscriptionRunner::follow_once() {
    auto subscription = log_.follow(group_, topic_, checkpoints_);
    if (!subscription) {
        log().warn("topic not followed", {{"topic", topic_.name}, {"reason", subscription.error().message()}});
        co_return false;
    }
    bool progress = false;
    {
        const Current current(*this, **subscription);
        handler_.begin(**subscription);
        const auto over = co_await deliver(**subscription, progress);
        if (!stopping_) {
            log().warn("subscription ended", {{"topic", topic_.name}, {"reason", over.error().message()}});
        }
    }
    co_await handler_.end();
    co_return progress;
}

base::Task<base::Result<void>> SubscriptionRunner::deliver(Subscription& subscription, bool& progress) {
    for (;;) {
        auto delivery = co_await subscription.next();
        if (!delivery) co_return delivery.error();
        const bool has_records = std::holds_alternative<RecordBatch>(*delivery);
        const auto handled = co_await handler_.handle(std::move(*delivery));
        if (!handled) co_return handled.error();
        progress = progress || has_records;
    }
}

}  // namespace consumers
