#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "consumers/dead_letters.hpp"
#include "domain/catalog/landing_store.hpp"

namespace tests {

/// Catalog, checkpoints and idempotency keys in memory. Commits can be made to fail, before or after they took effect.
class FakeLandingStore final : public domain::catalog::LandingStore, public domain::eventlog::CheckpointReader {
public:
    using Error = domain::base::Error;
    using ErrorCode = domain::base::ErrorCode;
    template <class Value>
    using Answer = domain::base::Task<domain::base::Result<Value>>;

    Answer<void> commit(domain::catalog::LandingBatch batch) override { co_return apply(std::move(batch)); }

    Answer<domain::catalog::LandingFacts> facts(domain::catalog::LandingQuestion question) override {
        const std::scoped_lock lock(mutex_);
        domain::catalog::LandingFacts facts;
        for (const auto& key : question.keys) facts.known_keys.push_back(keys_.contains(key));
        for (const auto& name : question.replays) facts.waiting.push_back(rejected_.contains(name));
        for (const auto& [tenant, dataset] : question.datasets) facts.datasets.push_back(!missing_datasets_.contains(dataset));
        for (const auto& [tenant, dataset] : question.datasets) facts.rules.push_back(rules_[dataset]);
        co_return facts;
    }

    Answer<std::vector<std::string>> unknown_files(std::vector<std::string> files) override {
        const std::scoped_lock lock(mutex_);
        if (unreachable_) co_return Error(ErrorCode::kUnavailable, "no catalog");
        std::erase_if(files, [&](const std::string& file) {
            return std::any_of(segments_.begin(), segments_.end(), [&](const auto& segment) { return segment.file == file; });
        });
        co_return files;
    }

    domain::base::Result<domain::eventlog::Offset> next_offset(const domain::eventlog::GroupId&, const domain::eventlog::Topic&,
                                                               domain::eventlog::PartitionId partition) override {
        const std::scoped_lock lock(mutex_);
        return checkpoints_[partition];
    }

    /// Runs before the next commits, which fail with what it gives; until it is called with nothing.
    void before_commit(std::function<std::optional<Error>(const domain::catalog::LandingBatch&)> hook) {
        const std::scoped_lock lock(mutex_);
        before_ = std::move(hook);
    }
    /// The next commit takes effect, and then fails so.
    void lose_next_answer(Error error) {
        const std::scoped_lock lock(mutex_);
        lost_answer_ = std::move(error);
    }
    void set_unreachable(bool unreachable) {
        const std::scoped_lock lock(mutex_);
        unreachable_ = unreachable;
    }
    void move_checkpoint(domain::eventlog::PartitionId partition, std::int64_t offset) {
        const std::scoped_lock lock(mutex_);
        checkpoints_[partition] = domain::eventlog::Offset(offset);
    }

    void set_missing(domain::base::DatasetId dataset, bool missing) {
        const std::scoped_lock lock(mutex_);
        if (missing) missing_datasets_.insert(dataset);
        else missing_datasets_.erase(dataset);
    }
    void set_rules(domain::base::DatasetId dataset, std::vector<domain::catalog::DropRule> rules) {
        const std::scoped_lock lock(mutex_);
        rules_[dataset] = std::move(rules);
    }
    /// All drops and all usage that were committed.
    std::vector<domain::catalog::DropCount> drops() {
        const std::scoped_lock lock(mutex_);
        return drops_;
    }
    std::vector<domain::catalog::UsageCount> usage() {
        const std::scoped_lock lock(mutex_);
        return usage_;
    }
    /// Names of what waits to be put in again.
    std::vector<std::string> rejected() {
        const std::scoped_lock lock(mutex_);
        std::vector<std::string> names;
        for (const auto& each : rejected_) names.push_back(each.name);
        return names;
    }
    std::vector<domain::catalog::Segment> segments() {
        const std::scoped_lock lock(mutex_);
        return segments_;
    }
    std::int64_t rows() {
        const std::scoped_lock lock(mutex_);
        return rows_locked();
    }
    std::int64_t checkpoint_sum() {
        const std::scoped_lock lock(mutex_);
        return checkpoint_sum_locked();
    }
    std::size_t attempts() {
        const std::scoped_lock lock(mutex_);
        return attempts_;
    }
    /// Blocks until so many records, of all partitions, are behind the checkpoints. False after a minute.
    bool wait_for_records(std::int64_t records) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return checkpoint_sum_locked() >= records; });
    }
    bool wait_for_attempts(std::size_t attempts) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return attempts_ >= attempts; });
    }

private:
    domain::base::Result<void> apply(domain::catalog::LandingBatch batch) {
        std::unique_lock lock(mutex_);
        const auto hook = before_;
        lock.unlock();
        const auto failure = hook ? hook(batch) : std::nullopt;
        lock.lock();
        ++attempts_;
        changed_.notify_all();
        if (failure) return *failure;
        for (const auto& move : batch.checkpoints) {
            if (checkpoints_[move.partition] != move.expected) return Error(ErrorCode::kConflict, "a checkpoint moved");
        }
        for (const auto& segment : batch.segments) {
            if (!ids_.insert(segment.id).second) return Error(ErrorCode::kConflict, "a segment exists");
            segments_.push_back(segment);
        }
        for (const auto& move : batch.checkpoints) checkpoints_[move.partition] = move.next;
        keys_.insert(batch.keys.begin(), batch.keys.end());
        drops_.insert(drops_.end(), batch.drops.begin(), batch.drops.end());
        usage_.insert(usage_.end(), batch.usage.begin(), batch.usage.end());
        for (const auto& each : batch.rejected) rejected_.insert(each.name);
        for (const auto& name : batch.replayed) rejected_.erase(name);
        if (lost_answer_) {
            const Error lost = *lost_answer_;
            lost_answer_.reset();
            return lost;
        }
        return {};
    }
    std::int64_t rows_locked() const {
        std::int64_t rows = 0;
        for (const auto& segment : segments_) rows += segment.rows;
        return rows;
    }
    std::int64_t checkpoint_sum_locked() const {
        std::int64_t sum = 0;
        for (const auto& [partition, offset] : checkpoints_) sum += offset.value();
        return sum;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<domain::eventlog::PartitionId, domain::eventlog::Offset> checkpoints_;
    std::vector<domain::catalog::Segment> segments_;
    std::set<domain::base::SegmentId> ids_;
    std::set<domain::catalog::IdempotencyKey> keys_;
    std::set<domain::catalog::RejectionName> rejected_;
    std::set<domain::base::DatasetId> missing_datasets_;
    std::map<domain::base::DatasetId, std::vector<domain::catalog::DropRule>> rules_;
    std::vector<domain::catalog::DropCount> drops_;
    std::vector<domain::catalog::UsageCount> usage_;
    std::function<std::optional<Error>(const domain::catalog::LandingBatch&)> before_;
    std::optional<Error> lost_answer_;
    bool unreachable_ = false;
    std::size_t attempts_ = 0;
};

class FakeDeadLetters final : public consumers::DeadLetters {
public:
    domain::base::Task<domain::base::Result<void>> add(std::vector<consumers::DeadLetter> letters) override {
        const std::scoped_lock lock(mutex_);
        for (auto& letter : letters) letters_.push_back(std::move(letter));
        co_return domain::base::Result<void>();
    }
    std::vector<consumers::DeadLetter> letters() {
        const std::scoped_lock lock(mutex_);
        return letters_;
    }

private:
    std::mutex mutex_;
    std::vector<consumers::DeadLetter> letters_;
};

}  // namespace tests
