#pragma once

#include <string>
#include <vector>

#include "domain/base/bytes.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/eventlog/event_log.hpp"

namespace consumers {

/// A record, or the part of one, that could not be projected.
struct DeadLetter {
    DeadLetter() = default;
    std::string topic;  ///< where it was read
    domain::eventlog::Position position;
    std::vector<domain::eventlog::Header> headers;  ///< as they were, so that it can be appended again
    domain::base::SharedBytes value;
    std::string reason;
};

/// Where what cannot be projected is kept, to be looked at and replayed. Thread-safe.
class DeadLetters {
public:
    virtual ~DeadLetters() = default;

    /// Returns once they are durable. The same letter may come again after a restart. Fails with kUnavailable and
    /// kResourceExhausted.
    virtual domain::base::Task<domain::base::Result<void>> add(std::vector<DeadLetter> letters) = 0;
};

/// Dead letters as records of the topic `opalite.dead-letters`: the headers and the value of the original, and beside them
/// `dead_reason`, `dead_topic`, `dead_partition` and `dead_offset`. `writer` must outlive it.
class DeadLetterTopic final : public DeadLetters {
public:
    explicit DeadLetterTopic(domain::eventlog::EventWriter& writer) : writer_(writer) {}

    domain::base::Task<domain::base::Result<void>> add(std::vector<DeadLetter> letters) override;

private:
    domain::eventlog::EventWriter& writer_;
};

}  // namespace consumers
