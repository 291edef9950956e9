#include "infra/embedded_log/embedded_event_log.hpp"

#include <algorithm>

#include <fcntl.h>

#include "domain/eventlog/record_size.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::embedded_log {

namespace fs = std::filesystem;

namespace {

const telemetry::Logger kLog("infra/embedded_log");

/// Threads that read for followers, rebuilds and checkpoints.
constexpr std::size_t kReaders = 4;

/// A topic's name becomes the name of a directory.
base::Result<void> check_name(const std::string& name) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '_';
    };
    if (!name.empty() && name.size() <= 249 && name != "." && name != ".." &&
        std::all_of(name.begin(), name.end(), allowed)) {
        return {};
    }
    return base::Error(base::ErrorCode::kInvalidArgument, "not a topic name: " + name);
}

}  // namespace

EmbeddedEventLog::EmbeddedEventLog(EmbeddedLogConfig config, const base::Clock& clock, telemetry::Metrics& metrics)
    : config_(std::move(config)), clock_(clock), pool_(kReaders) {
    queue_ = std::make_unique<AppendQueue>(
        config_.append_queue_bytes_max, config_.foreign_poll_interval, [this] { look_outside(); }, metrics);
}

EmbeddedEventLog::~EmbeddedEventLog() = default;

base::Result<std::unique_ptr<EmbeddedEventLog>> EmbeddedEventLog::open(EmbeddedLogConfig config,
                                                                       const base::Clock& clock,
                                                                       telemetry::Metrics& metrics) {
    if (auto made = make_directories(config.directory); !made) return made.error();
    std::unique_ptr<EmbeddedEventLog> log(new EmbeddedEventLog(std::move(config), clock, metrics));
    if (auto opened = log->open_topics(); !opened) return opened.error();
    return log;
}

JournalLimits EmbeddedEventLog::journal_limits() const {
    return JournalLimits{config_.segment_bytes_max, config_.cached_bytes_max, config_.unavailable_after};
}

base::Result<void> EmbeddedEventLog::open_topics() {
    auto lock_file = FileLock::prepare(config_.directory / "follow.lock");
    if (!lock_file) return lock_file.error();
    follow_lock_file_ = std::move(*lock_file);
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(config_.directory, failure)) {
        if (!entry.is_directory()) continue;
        auto found = find(eventlog::Topic{entry.path().filename().string(), 0, std::nullopt});
        // A directory without a segment was made by an ensure_topic() that did not end.
        if (!found && found.error().code() != base::ErrorCode::kNotFound) return found.error();
    }
    if (failure) return system_error("cannot list " + config_.directory.string(), failure.value());
    return {};
}

std::shared_ptr<Journal> EmbeddedEventLog::known(const std::string& topic) {
    const std::scoped_lock lock(mutex_);
    const auto found = topics_.find(topic);
    return found == topics_.end() ? nullptr : found->second.journal;
}

base::Result<std::shared_ptr<Journal>> EmbeddedEventLog::find(const eventlog::Topic& topic) {
    if (auto journal = known(topic.name)) return journal;
    if (auto good = check_name(topic.name); !good) return good.error();
    auto opened = Journal::open(config_.directory / topic.name, journal_limits(), clock_);
    if (!opened) return opened.error();
    const std::scoped_lock lock(mutex_);
    auto& slot = topics_[topic.name].journal;
    if (!slot) slot = std::move(*opened);
    return slot;
}

base::Result<void> EmbeddedEventLog::ensure(const eventlog::Topic& topic) {
    if (auto good = check_name(topic.name); !good) return good.error();
    if (topic.partitions < 1) return base::Error(base::ErrorCode::kInvalidArgument, "a topic needs a partition");
    if (auto journal = known(topic.name)) {
        if (auto ready = journal->ensure_partitions(topic.partitions); !ready) return ready;
    } else {
        auto made = Journal::ensure(config_.directory / topic.name, topic.partitions, journal_limits(), clock_);
        if (!made) return made.error();
        const std::scoped_lock lock(mutex_);
        auto& slot = topics_[topic.name].journal;
        if (!slot) slot = std::move(*made);
    }
    const std::scoped_lock lock(mutex_);
    topics_[topic.name].retention = topic.retention;
    return {};
}

base::Task<base::Result<void>> EmbeddedEventLog::ensure_topic(const eventlog::Topic& topic) {
    auto work = [this, topic] { return ensure(topic); };
    co_return co_await pool_.run(std::move(work));
}

base::Task<base::Result<std::vector<eventlog::Position>>> EmbeddedEventLog::append(
    const eventlog::Topic& topic, eventlog::PartitionKey key, std::vector<eventlog::Record> records) {
    std::size_t bytes = key.value().size();
    for (const eventlog::Record& record : records) {
        const std::size_t size = eventlog::record_bytes(record);
        if (size > base::limits::record_bytes_max) {
            co_return base::Error(base::ErrorCode::kTooLarge, "record over the limit of the log: " + std::to_string(size));
        }
        bytes += size;
    }
    if (records.empty()) co_return std::vector<eventlog::Position>();
    std::shared_ptr<Journal> journal = known(topic.name);
    if (!journal) {
        auto work = [this, topic] { return find(topic); };
        auto found = co_await pool_.run(std::move(work));
        if (!found) co_return found.error();
        journal = std::move(*found);
    }
    co_return co_await queue_->append(std::move(journal), std::move(key), std::move(records), bytes);
}

base::Result<std::unique_ptr<eventlog::Subscription>> EmbeddedEventLog::follow(const eventlog::GroupId& group,
                                                                               const eventlog::Topic& topic,
                                                                               eventlog::CheckpointReader& checkpoints) {
    const auto journal = find(topic);
    if (!journal) return journal.error();
    std::shared_ptr<GroupState> state;
    {
        const std::scoped_lock lock(mutex_);
        if (followers_ == 0) {
            auto held = FileLock::acquire(follow_lock_file_, std::chrono::milliseconds(0));
            if (!held) {
                return base::Error(base::ErrorCode::kUnavailable,
                                   "another process follows this log: " + config_.directory.string());
            }
            follow_lock_.emplace(std::move(*held));
        }
        ++followers_;
        auto& slot = topics_[topic.name].groups[group];
        state = slot.lock();
        if (!state) {
            state = std::make_shared<GroupState>(group, topic, *journal);
            slot = state;
        }
    }
    const SubscriptionLimits limits{config_.batch_bytes_max, config_.unavailable_after};
    return std::make_unique<EmbeddedSubscription>(std::move(state), checkpoints, pool_, limits,
                                                  [this] { follower_ended(); });
}

void EmbeddedEventLog::follower_ended() {
    const std::scoped_lock lock(mutex_);
    if (--followers_ == 0) follow_lock_.reset();
}

base::Result<std::vector<eventlog::StoredRecord>> EmbeddedEventLog::read_from(const eventlog::Topic& topic,
                                                                              eventlog::PartitionId partition,
                                                                              eventlog::Offset from,
                                                                              std::size_t bytes_max) {
    auto journal = find(topic);
    if (!journal) return journal.error();
    if (auto fresh = (*journal)->refresh(); !fresh) return fresh.error();
    std::optional<Cursor> cursor;
    {
        const std::scoped_lock lock(mutex_);
        auto& cursors = topics_[topic.name].cursors;
        const auto kept = cursors.find(partition);
        if (kept != cursors.end() && kept->second.next_offset() == from.value()) {
            cursor.emplace(std::move(kept->second));
            cursors.erase(kept);
        }
    }
    if (!cursor) cursor.emplace(*journal, partition, from.value());
    auto records = cursor->read(bytes_max);
    const std::scoped_lock lock(mutex_);
    if (records && !records->empty()) topics_[topic.name].cursors.insert_or_assign(partition, std::move(*cursor));
    return records;
}

base::Task<base::Result<std::vector<eventlog::StoredRecord>>> EmbeddedEventLog::read(const eventlog::Topic& topic,
                                                                                     eventlog::PartitionId partition,
                                                                                     eventlog::Offset from,
                                                                                     std::size_t bytes_max) {
    auto work = [this, topic, partition, from, bytes_max] { return read_from(topic, partition, from, bytes_max); };
    co_return co_await pool_.run(std::move(work));
}

base::Task<base::Result<std::vector<eventlog::PartitionRange>>> EmbeddedEventLog::ranges(const eventlog::Topic& topic) {
    auto work = [this, topic]() -> base::Result<std::vector<eventlog::PartitionRange>> {
        auto journal = find(topic);
        if (!journal) return journal.error();
        if (auto fresh = (*journal)->refresh(); !fresh) return fresh.error();
        return (*journal)->ranges();
    };
    co_return co_await pool_.run(std::move(work));
}

base::Task<base::Result<void>> EmbeddedEventLog::ping() {
    auto work = [this] { return try_disk(); };
    co_return co_await pool_.run(std::move(work));
}

base::Result<void> EmbeddedEventLog::try_disk() {
    auto file = open_file(config_.directory / "ping", O_RDWR | O_CREAT);
    // Any failure means that nothing can be appended now.
    const auto unavailable = [](const base::Error& error) {
        return base::Error(base::ErrorCode::kUnavailable, error.message());
    };
    if (!file) return unavailable(file.error());
    std::string text = base::to_rfc3339(clock_.now());
    iovec piece{text.data(), text.size()};
    auto done = write_at(*file, {&piece, 1}, 0);
    if (done) done = sync_data(*file);
    if (!done) return unavailable(done.error());
    return {};
}

void EmbeddedEventLog::look_outside() {
    std::vector<std::pair<std::shared_ptr<Journal>, std::optional<std::chrono::hours>>> journals;
    const auto now = std::chrono::steady_clock::now();
    const bool expire = now - retention_at_ >= config_.retention_interval;
    {
        const std::scoped_lock lock(mutex_);
        if (followers_ == 0 && !expire) return;
        for (const auto& [name, topic] : topics_) journals.emplace_back(topic.journal, topic.retention);
    }
    if (expire) retention_at_ = now;
    for (const auto& [journal, retention] : journals) {
        auto done = journal->refresh();
        if (done && expire && retention) done = journal->expire(*retention);
        if (!done) kLog.warn("could not look after a topic", {{"directory", journal->directory().string()},
                                                              {"error", done.error().message()}});
    }
}

}  // namespace infra::embedded_log
