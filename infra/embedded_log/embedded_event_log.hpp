#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "domain/base/limits.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/embedded_log/append_queue.hpp"
#include "infra/embedded_log/subscription.hpp"
#include "infra/telemetry/metrics.hpp"

namespace infra::embedded_log {

struct EmbeddedLogConfig {
    /// Holds one directory per topic; created when missing.
    std::filesystem::path directory;
    /// Records waiting for durability.
    std::size_t append_queue_bytes_max = base::limits::append_queue_bytes_max;
    /// A segment file that has reached this size gets a successor; retention removes whole segments.
    std::size_t segment_bytes_max = 128 * base::limits::kMiB;
    /// The newest bytes of each topic that stay in the page cache for followers.
    std::size_t cached_bytes_max = 64 * base::limits::kMiB;
    /// One delivery of a subscription holds about this much, or one record.
    std::size_t batch_bytes_max = 4 * base::limits::kMiB;
    /// How soon a follower notices what another process appended.
    std::chrono::milliseconds foreign_poll_interval{25};
    /// How often retention looks for expired segments.
    std::chrono::milliseconds retention_interval{60'000};
    /// How long another process may keep the log locked, and a checkpoint reader may be unreachable.
    std::chrono::milliseconds unavailable_after{10'000};
};

/// The log without a broker: checksummed segment files in a directory (block.hpp, segment.hpp), written by one thread
/// with group commit. Several processes may append to a directory; one at a time may follow it.
///
/// Beyond the port: ensure_topic() makes this process remove what is older than the topic's retention; append(), read(),
/// ranges() and follow() fail with kNotFound for a topic that nobody created, and append() with kResourceExhausted on a
/// full disk. Must outlive its subscriptions and the coroutines that use it, and
/// end before the io_context that they run on.
class EmbeddedEventLog final : public eventlog::EventLog {
public:
    /// Opens every topic in the directory; a tail that a crash left unfinished is cut off. Fails with kUnavailable, and
    /// with kInternal when confirmed records are damaged. `clock` and `metrics` must outlive the log.
    static base::Result<std::unique_ptr<EmbeddedEventLog>> open(EmbeddedLogConfig config, const base::Clock& clock,
                                                                telemetry::Metrics& metrics);
    ~EmbeddedEventLog() override;

    base::Task<base::Result<std::vector<eventlog::Position>>> append(const eventlog::Topic& topic,
                                                                     eventlog::PartitionKey key,
                                                                     std::vector<eventlog::Record> records) override;
    base::Task<base::Result<void>> ensure_topic(const eventlog::Topic& topic) override;
    base::Result<std::unique_ptr<eventlog::Subscription>> follow(const eventlog::GroupId& group,
                                                                 const eventlog::Topic& topic,
                                                                 eventlog::CheckpointReader& checkpoints) override;
    base::Task<base::Result<std::vector<eventlog::StoredRecord>>> read(const eventlog::Topic& topic,
                                                                       eventlog::PartitionId partition,
                                                                       eventlog::Offset from,
                                                                       std::size_t bytes_max) override;
    base::Task<base::Result<std::vector<eventlog::PartitionRange>>> ranges(const eventlog::Topic& topic) override;
    base::Task<base::Result<void>> ping() override;

private:
    struct OpenTopic {
        std::shared_ptr<Journal> journal;
        std::optional<std::chrono::hours> retention;
        std::map<eventlog::GroupId, std::weak_ptr<GroupState>> groups;
        /// Where read() stopped, by partition: rebuilds read on from there.
        std::map<eventlog::PartitionId, Cursor> cursors;
    };

    EmbeddedEventLog(EmbeddedLogConfig config, const base::Clock& clock, telemetry::Metrics& metrics);

    JournalLimits journal_limits() const;
    base::Result<void> open_topics();
    std::shared_ptr<Journal> known(const std::string& topic);
    base::Result<std::shared_ptr<Journal>> find(const eventlog::Topic& topic);
    base::Result<void> ensure(const eventlog::Topic& topic);
    base::Result<std::vector<eventlog::StoredRecord>> read_from(const eventlog::Topic& topic,
                                                                eventlog::PartitionId partition,
                                                                eventlog::Offset from, std::size_t bytes_max);
    base::Result<void> try_disk();
    void look_outside();
    void follower_ended();

    const EmbeddedLogConfig config_;
    const base::Clock& clock_;
    std::mutex mutex_;
    std::map<std::string, OpenTopic> topics_;
    File follow_lock_file_;
    std::optional<FileLock> follow_lock_;
    std::size_t followers_ = 0;
    std::chrono::steady_clock::time_point retention_at_;
    runtime::BlockingPool pool_;
    std::unique_ptr<AppendQueue> queue_;  // last, so its thread ends first
};

}  // namespace infra::embedded_log
