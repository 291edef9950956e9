#include "infra/embedded_log/journal.hpp"

#include <algorithm>

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include "infra/embedded_log/block_builder.hpp"

namespace infra::embedded_log {

namespace fs = std::filesystem;

namespace {

/// Appends without a key go to one partition until it has got this much, then to the next.
constexpr std::size_t kSpreadBytes = 1024 * 1024;

/// A topic with a retention closes its segment this many times within it, so that records go soon after their time.
constexpr int kSegmentsPerRetention = 8;

/// Pages are given back this many bytes at a time.
constexpr std::uint64_t kForgetBytes = 8 * 1024 * 1024;

}  // namespace

Journal::Journal(fs::path directory, JournalLimits limits, const base::Clock& clock)
    : directory_(std::move(directory)), limits_(limits), clock_(clock) {}

base::Result<std::shared_ptr<Journal>> Journal::open(const fs::path& directory, JournalLimits limits,
                                                     const base::Clock& clock) {
    if (!has_segments(directory)) {
        return base::Error(base::ErrorCode::kNotFound, "topic not found: " + directory.filename().string());
    }
    return ensure(directory, 0, limits, clock);
}

base::Result<std::shared_ptr<Journal>> Journal::ensure(const fs::path& directory, std::int32_t partitions,
                                                       JournalLimits limits, const base::Clock& clock) {
    if (partitions > 0) {
        if (auto made = make_directories(directory); !made) return made.error();
    }
    std::shared_ptr<Journal> journal(new Journal(directory, limits, clock));
    auto lock_file = FileLock::prepare(directory / "append.lock");
    if (!lock_file) return lock_file.error();
    journal->lock_file_ = std::move(*lock_file);
    auto turn_file = FileLock::prepare(directory / "append.turn");
    if (!turn_file) return turn_file.error();
    journal->turn_file_ = std::move(*turn_file);
    if (auto ready = journal->ensure_partitions(partitions); !ready) return ready.error();
    return journal;
}

base::Result<FileLock> Journal::lock() {
    // Who waits for the lock holds the turn meanwhile, so a busy process lets the others in between two of its groups.
    const auto turn = FileLock::acquire(turn_file_, limits_.lock_wait_max);
    auto held = turn ? FileLock::acquire(lock_file_, limits_.lock_wait_max) : std::nullopt;
    if (held) return std::move(*held);
    return base::Error(base::ErrorCode::kUnavailable, "another process keeps the log locked: " + directory_.string());
}

base::Result<void> Journal::ensure_partitions(std::int32_t partitions) {
    if (partitions > partitions_max) {
        return base::Error(base::ErrorCode::kInvalidArgument, "too many partitions: " + std::to_string(partitions));
    }
    const std::scoped_lock commit_lock(commit_mutex_);
    const auto held = lock();
    if (!held) return held.error();
    if (auto caught_up = catch_up(); !caught_up) return caught_up;
    const auto wanted = static_cast<std::size_t>(partitions);
    if (active_.is_open() && wanted <= extent_.ends.size()) return {};
    if (wanted == 0) return base::Error(base::ErrorCode::kNotFound, "topic not found: " + directory_.filename().string());
    return roll(wanted);
}

bool Journal::changed_outside() const {
    if (!active_.is_open()) return true;
    if (::access(segment_path(directory_, active_segment_.sequence + 1).c_str(), F_OK) == 0) return true;
    const auto now = status(active_);
    return !now || !now->linked || (!must_roll_ && now->bytes != extent_.position);
}

base::Result<void> Journal::catch_up() {
    if (!changed_outside()) return {};
    if (auto adopted = adopt_segments(); !adopted) return adopted;
    if (!active_.is_open() || must_roll_) return {};
    const std::uint64_t known = extent_.position;
    Extent found = extent_;
    if (auto scanned = scan(active_, active_segment_.sequence, found); !scanned) return scanned;
    const auto now = status(active_);
    if (!now) return now.error();
    if (now->bytes != found.position) {
        if (auto cut = truncate(active_, found.position); !cut) return cut;
    }
    // Found blocks may be in the page cache only. Readers must not see what a power failure could still take away.
    if (auto synced = sync_data(active_); !synced) return synced;
    extent_ = std::move(found);
    if (extent_.position != known || ends_ != extent_.ends) publish();
    return {};
}

/// Makes the newest segment in the directory the active one, with the extent of an empty segment.
base::Result<void> Journal::adopt_segments() {
    const auto sequences = list_segments(directory_);
    if (!sequences) return sequences.error();
    if (sequences->empty() || sequences->back() == active_segment_.sequence) return {};
    std::deque<Segment> segments;
    for (const std::uint64_t sequence : *sequences) {
        if (sequence < active_segment_.sequence) continue;
        auto file = open_file(segment_path(directory_, sequence), O_RDWR);
        if (!file) return file.error();
        auto segment = read_segment(*file, sequence);
        if (!segment) return segment.error();
        segments.push_back(std::move(*segment));
        if (sequence == sequences->back()) active_ = std::move(*file);
    }
    if (auto synced = sync_directory(directory_); !synced) return synced;
    active_segment_ = segments.back();
    extent_ = Extent{active_segment_.header_bytes(), active_segment_.first_group, active_segment_.starts, false};
    must_roll_ = false;
    cached_from_ = 0;
    const std::scoped_lock readers_lock(mutex_);
    while (!segments_.empty() && segments_.back().sequence >= segments.front().sequence) segments_.pop_back();
    while (!segments_.empty() && segments_.front().sequence < sequences->front()) segments_.pop_front();
    for (Segment& segment : segments) segments_.push_back(std::move(segment));
    return {};
}

base::Result<void> Journal::roll(std::size_t partitions) {
    Segment next;
    next.sequence = active_segment_.sequence + 1;
    next.created_at = base::to_nanoseconds(clock_.now());
    next.first_group = extent_.next_group;
    next.starts = extent_.ends;
    next.starts.resize(std::max(partitions, next.starts.size()), 0);
    must_roll_ = true;
    auto file = create_segment(directory_, next);
    if (!file) return file.error();
    must_roll_ = false;
    previous_ = std::exchange(active_, std::move(*file));
    cached_from_ = 0;
    active_segment_ = next;
    extent_ = Extent{next.header_bytes(), next.first_group, next.starts, false};
    {
        const std::scoped_lock readers_lock(mutex_);
        segments_.push_back(std::move(next));
    }
    publish();
    return {};
}

std::vector<std::vector<Append*>> Journal::distribute(std::span<Append* const> group) {
    const std::size_t partitions = extent_.ends.size();
    std::vector<std::vector<Append*>> result(partitions);
    std::size_t spread_bytes = 0;
    ++spread_;
    for (Append* append : group) {
        const std::string& key = append->key.value();
        std::uint64_t chosen = spread_;
        if (!key.empty()) {
            chosen = XXH3_64bits(key.data(), key.size());
        } else if (spread_bytes += append->bytes; spread_bytes >= kSpreadBytes) {
            spread_bytes = 0;
            ++spread_;
        }
        result[chosen % partitions].push_back(append);
    }
    return result;
}

void Journal::commit(std::span<Append* const> group) {
    const std::scoped_lock commit_lock(commit_mutex_);
    if (auto written = write_group(group); !written) {
        for (Append* append : group) append->outcome = written.error();
    }
}

base::Result<void> Journal::write_group(std::span<Append* const> group) {
    const auto held = lock();
    if (!held) return held.error();
    if (auto caught_up = catch_up(); !caught_up) return caught_up;
    if (must_roll_ || extent_.position >= limits_.segment_bytes_max) {
        if (auto rolled = roll(0); !rolled) return rolled;
    }
    BlockBuilder builder(BlockPlace{active_segment_.sequence, extent_.position}, extent_.next_group,
                         base::to_nanoseconds(clock_.now()));
    std::vector<std::int64_t> ends = extent_.ends;
    const auto appends = distribute(group);
    for (std::size_t partition = 0; partition < appends.size(); ++partition) {
        for (Append* append : appends[partition]) {
            std::vector<eventlog::Position> positions;
            positions.reserve(append->records.size());
            for (const eventlog::Record& record : append->records) {
                const std::int64_t offset = ends[partition]++;
                const auto id = static_cast<std::int32_t>(partition);
                builder.add(id, offset, append->key.value(), record);
                positions.push_back({eventlog::PartitionId(id), eventlog::Offset(offset)});
            }
            append->outcome = std::move(positions);
        }
    }
    auto pieces = builder.finish();
    auto done = write_at(active_, pieces, extent_.position);
    const bool wrote = done.has_value();
    if (wrote) done = sync_data(active_);
    if (!done) {
        undo_write(wrote);
        return done;
    }
    extent_.position += builder.bytes();
    ++extent_.next_group;
    extent_.ends = std::move(ends);
    publish();
    trim_cache();
    return {};
}

void Journal::trim_cache() {
    const std::uint64_t position = extent_.position;
    if (previous_.is_open() && position >= limits_.cached_bytes_max) {
        forget(previous_, 0, 0);  // all of it
        previous_ = File();
    }
    if (position < cached_from_ + limits_.cached_bytes_max + kForgetBytes) return;
    forget(active_, cached_from_, position - limits_.cached_bytes_max);
    cached_from_ = position - limits_.cached_bytes_max;
}

void Journal::undo_write(bool sync_failed) {
    // After a failed sync the kernel may call pages clean that never reached the disk, so this file is left alone.
    if (!truncate(active_, extent_.position) || sync_failed) must_roll_ = true;
}

void Journal::publish() {
    {
        const std::scoped_lock readers_lock(mutex_);
        ends_ = extent_.ends;
    }
    changed_.notify_all();
}

base::Result<void> Journal::refresh() {
    const std::scoped_lock commit_lock(commit_mutex_);
    if (!changed_outside()) return {};
    const auto held = lock();
    if (!held) return held.error();
    return catch_up();
}

base::Result<void> Journal::expire(std::chrono::hours age) {
    const std::scoped_lock commit_lock(commit_mutex_);
    const auto held = lock();
    if (!held) return held.error();
    if (auto caught_up = catch_up(); !caught_up) return caught_up;
    const std::int64_t now = base::to_nanoseconds(clock_.now());
    const std::int64_t limit = std::chrono::nanoseconds(age).count();
    const bool empty = extent_.position == active_segment_.header_bytes();
    if (!empty && now - active_segment_.created_at >= limit / kSegmentsPerRetention) {
        if (auto rolled = roll(0); !rolled) return rolled;
    }
    std::vector<std::uint64_t> expired;
    {
        const std::scoped_lock readers_lock(mutex_);
        // All records of a segment are older than the segment that follows it.
        while (segments_.size() > 1 && segments_[1].created_at <= now - limit) {
            expired.push_back(segments_.front().sequence);
            segments_.pop_front();
        }
    }
    for (const std::uint64_t sequence : expired) ::unlink(segment_path(directory_, sequence).c_str());
    if (!expired.empty()) changed_.notify_all();
    return {};
}

std::vector<eventlog::PartitionRange> Journal::ranges() const {
    const std::scoped_lock readers_lock(mutex_);
    std::vector<eventlog::PartitionRange> result;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        result.push_back({eventlog::PartitionId(static_cast<std::int32_t>(i)),
                          eventlog::Offset(segments_.front().start(i)), eventlog::Offset(ends_[i])});
    }
    return result;
}

std::optional<Journal::Location> Journal::locate(eventlog::PartitionId partition, std::int64_t offset) const {
    const std::scoped_lock readers_lock(mutex_);
    const auto index = static_cast<std::size_t>(partition.value());
    if (index >= ends_.size()) return std::nullopt;
    offset = std::max(offset, segments_.front().start(index));
    if (offset >= ends_[index]) return std::nullopt;
    // The last segment that begins at or below the offset; earlier ones with the same start have no records.
    const auto after = std::upper_bound(segments_.begin(), segments_.end(), offset,
                                        [index](std::int64_t wanted, const Segment& segment) {
                                            return wanted < segment.start(index);
                                        });
    const auto found = std::prev(after);
    const bool newest = after == segments_.end();
    return Location{found->sequence, offset, newest ? ends_[index] : after->start(index), newest};
}

}  // namespace infra::embedded_log
