#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/runtime/signal.hpp"

namespace consumers {

/// What happens with the deliveries of a topic. Calls come one after the other, from the runner's coroutine.
class DeliveryHandler {
public:
    virtual ~DeliveryHandler() = default;

    /// A subscription begins; deliveries follow, first the assignments. `subscription` lives until end() has returned. A
    /// handler that works in the background may close() it to make the runner start again from the checkpoints.
    virtual void begin(domain::eventlog::Subscription& subscription) { (void)subscription; }

    /// Applies one delivery, or takes it over to apply it later. A failure ends the subscription; after a pause a new one
    /// starts from the checkpoints, so whatever was not committed comes again.
    virtual domain::base::Task<domain::base::Result<void>> handle(domain::eventlog::Delivery delivery) = 0;

    /// The subscription is over: forget all that was not committed, and let work in the background come to its end.
    virtual domain::base::Task<void> end() { co_return; }
};

/// How long to wait before a failed subscription starts again: doubled from `first` to `longest`, back to `first` once a
/// batch of records was handled.
struct Backoff {
    std::chrono::milliseconds first{100};
    std::chrono::milliseconds longest{5000};
};

/// Follows one topic for a handler (style's step 3): follow → next → handle, and on any failure close, pause, follow again
/// from the checkpoints. All references must outlive run().
class SubscriptionRunner {
public:
    SubscriptionRunner(domain::eventlog::EventLog& log, domain::eventlog::CheckpointReader& checkpoints,
                       domain::eventlog::GroupId group, domain::eventlog::Topic topic, DeliveryHandler& handler,
                       Backoff backoff = {});

    /// Ends after stop(), with the subscription closed and the handler ended; or by cancellation, with the subscription
    /// closed only. Call once.
    domain::base::Task<void> run();

    /// Asks run() to end. Thread-safe, does not block.
    void stop();

private:
    class Current;

    domain::base::Task<bool> follow_once();
    domain::base::Task<domain::base::Result<void>> deliver(domain::eventlog::Subscription& subscription, bool& progress);

    domain::eventlog::EventLog& log_;
    domain::eventlog::CheckpointReader& checkpoints_;
    const domain::eventlog::GroupId group_;
    const domain::eventlog::Topic topic_;
    DeliveryHandler& handler_;
    const Backoff backoff_;
    infra::runtime::ChangeSignal stop_signal_;
    std::atomic<bool> stopping_{false};
    std::mutex mutex_;  // guards current_
    domain::eventlog::Subscription* current_ = nullptr;
};

}  // namespace consumers
