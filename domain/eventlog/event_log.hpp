#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/base/bytes.hpp"
#include "domain/base/result.hpp"
#include "domain/base/strong_id.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"

namespace domain::eventlog {

using PartitionId = base::StrongId<struct PartitionTag, std::int32_t>;
/// Position of a record in its partition: 0, 1, 2, …; a log may leave gaps, never repeats.
using Offset = base::StrongId<struct OffsetTag, std::int64_t>;
/// Consumers that share the partitions of a topic among them.
using GroupId = base::StrongId<struct GroupTag, std::string>;
/// Records with equal keys keep their order. An empty key spreads records over the partitions.
using PartitionKey = base::StrongId<struct PartitionKeyTag, std::string>;

/// A named log with a fixed number of partitions; see topics.hpp for the ones that exist.
struct Topic {
    std::string name;
    std::int32_t partitions = 1;
    /// Records older than this may be removed; nothing means kept for ever.
    std::optional<std::chrono::hours> retention;
};

struct Header {
    std::string name;
    std::string value;
    friend bool operator==(const Header&, const Header&) = default;
};

/// What is appended: CloudEvents attributes and extensions as headers (see cloud_event.hpp), the payload as the value.
struct Record {
    std::vector<Header> headers;
    base::SharedBytes value;
};

struct Position {
    PartitionId partition;
    Offset offset;
    friend auto operator<=>(const Position&, const Position&) = default;
};

/// What is read back.
struct StoredRecord {
    Position position;
    std::string key;
    base::Timestamp appended_at{};
    std::vector<Header> headers;
    base::SharedBytes value;
};

/// Where a consumer group goes on reading. Kept by the store that holds the projections (design §4), not by the log.
class CheckpointReader {
public:
    virtual ~CheckpointReader() = default;

    /// The offset of the first record not yet applied; 0 when nothing was. Blocks (called on an adapter's own thread).
    /// Fails with kUnavailable when the store cannot be reached.
    virtual base::Result<Offset> next_offset(const GroupId& group, const Topic& topic, PartitionId partition) = 0;
};

struct PartitionAssigned {
    PartitionId partition;
};
/// The partition now belongs to another member: drop what was not committed. No later batch has records of it.
struct PartitionRevoked {
    PartitionId partition;
};
/// Consecutive records of one partition, offsets ascending; never empty.
struct RecordBatch {
    PartitionId partition;
    std::vector<StoredRecord> records;
};
using Delivery = std::variant<PartitionAssigned, PartitionRevoked, RecordBatch>;

/// One member of a group following one topic. Pulled: what is read ahead is bounded by
/// limits::follow_queue_bytes_max, so a slow consumer slows the log's reads only.
class Subscription {
public:
    virtual ~Subscription() = default;

    /// Waits for the next delivery. After an assignment, records start at the checkpoint that the reader named.
    /// One call at a time. Fails with kUnavailable when the log or the checkpoint reader stays unreachable, and with
    /// kDeadlineExceeded after close(); the subscription is then over and a new one must be opened.
    virtual base::Task<base::Result<Delivery>> next() = 0;

    /// Gives the partitions back and ends next(). Idempotent, thread-safe, does not block.
    virtual void close() = 0;
};

/// Appends records to one topic of the log. Thread-safe.
class EventWriter {
public:
    virtual ~EventWriter() = default;

    /// Returns once every record is durable, with their positions; records of one key keep their order, and the records
    /// of one call go to one partition, in order.
    ///
    /// Fails with kResourceExhausted when limits::append_queue_bytes_max would be exceeded (nothing was appended), with
    /// kTooLarge when a record is over limits::record_bytes_max (nothing was appended), and with kUnavailable when the
    /// log could not confirm in time: the outcome is then unknown, and repeating the call with the same event ids is safe
    /// where consumers recognise repeats.
    virtual base::Task<base::Result<std::vector<Position>>> append(const Topic& topic, PartitionKey key,
                                                                    std::vector<Record> records) = 0;
};

struct PartitionRange {
    PartitionId partition;
    Offset first;  ///< oldest record that is still kept
    Offset end;    ///< one past the newest record
};

/// The replayable log that holds everything the service was told (design §2). Thread-safe.
class EventLog : public EventWriter {
public:
    /// Creates the topic when it does not exist. Idempotent. Fails with kUnavailable.
    virtual base::Task<base::Result<void>> ensure_topic(const Topic& topic) = 0;

    /// Joins a group. Partitions are shared among the members that are open; `checkpoints` must outlive the
    /// subscription. Fails with kUnavailable.
    virtual base::Result<std::unique_ptr<Subscription>> follow(const GroupId& group, const Topic& topic,
                                                               CheckpointReader& checkpoints) = 0;

    /// Reads forward without joining a group, for rebuilds and inspection: at most about `bytes_max` bytes (at least one
    /// record), empty at the end of the partition.
    virtual base::Task<base::Result<std::vector<StoredRecord>>> read(const Topic& topic, PartitionId partition,
                                                                      Offset from, std::size_t bytes_max) = 0;

    /// The range of offsets of every partition of the topic.
    virtual base::Task<base::Result<std::vector<PartitionRange>>> ranges(const Topic& topic) = 0;

    /// Success when an append could be confirmed now; for health checks. Fails with kUnavailable and the reason.
    virtual base::Task<base::Result<void>> ping() = 0;
};

}  // namespace domain::eventlog
