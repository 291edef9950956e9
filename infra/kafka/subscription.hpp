#pragma once

#include <atomic>
#include <memory>

#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/follower.hpp"

namespace infra::kafka {

/// The coroutine side of a follower. The follower itself lives on until its thread has left the group.
class KafkaSubscription final : public eventlog::Subscription {
public:
    explicit KafkaSubscription(std::shared_ptr<Follower> follower);
    /// Waits for a call of the checkpoint reader under way, for nothing else.
    ~KafkaSubscription() override;

    base::Task<base::Result<eventlog::Delivery>> next() override;
    void close() override;

private:
    std::shared_ptr<Follower> follower_;
};

}  // namespace infra::kafka
