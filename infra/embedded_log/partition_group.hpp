#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "domain/eventlog/event_log.hpp"

namespace infra::embedded_log {

namespace eventlog = domain::eventlog;

/// Shares the partitions of a topic among the members of a group: evenly, moving as few as possible. A partition goes to
/// its new owner only after the old one took the news. Thread-safe, pure bookkeeping.
class PartitionGroup {
public:
    using Member = std::uint64_t;

    /// `partitions` is how many the topic has by now.
    Member join(std::size_t partitions);
    /// Gives up all partitions at once. Idempotent.
    void leave(Member member);
    bool empty() const;

    struct Step {
        eventlog::PartitionId partition;
        bool assigned = false;  ///< else revoked
    };
    /// What the member has to do next; the partition is taken or given away with this call.
    std::optional<Step> next_step(Member member);

private:
    struct Slot {
        std::optional<Member> owner;   // who reads it now
        std::optional<Member> target;  // who shall read it
    };
    void share();

    mutable std::mutex mutex_;
    Member next_member_ = 1;
    std::vector<Member> members_;
    std::vector<Slot> slots_;
};

}  // namespace infra::embedded_log
