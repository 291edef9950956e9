#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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
    domain::base::Timestamp appended_at{};
    std::int64_t index = 0;  ///< of the first observation that could not be projected, in its bundle; 0 when that is not known
    std::vector<domain::eventlog::Header> headers;  ///< as they were, so that it can be appended again
    domain::base::SharedBytes value;
    std::string reason;

    /// The value of the header with this name, or an empty text.
    std::string_view header(std::string_view name) const;
    /// `<partition>/<offset>/<index>`: names it for ever.
    std::string name() const;
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
/// `dead_reason`, `dead_topic`, `dead_partition`, `dead_offset` and `dead_name`. `writer` must outlive it.
class DeadLetterTopic final : public DeadLetters {
public:
    explicit DeadLetterTopic(domain::eventlog::EventWriter& writer) : writer_(writer) {}

    domain::base::Task<domain::base::Result<void>> add(std::vector<DeadLetter> letters) override;

private:
    domain::eventlog::EventWriter& writer_;
};

}  // namespace consumers
