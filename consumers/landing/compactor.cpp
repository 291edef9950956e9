#include "consumers/landing/compactor.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>

#include <xxhash.h>

#include "consumers/landing/durable_file.hpp"

namespace consumers::landing {
namespace {

namespace base = domain::base;
using domain::catalog::CompactionJob;
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;

base::SegmentId merged_id(const CompactionJob& job) {
    std::string ids;
    for (const Segment& segment : job.segments) ids += segment.id.value() + '\n';
    const XXH128_hash_t hash = XXH3_128bits(ids.data(), ids.size());
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "m%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return base::SegmentId(text.data());
}

/// What the catalog will say, but for file, bytes and layout.
Segment sum_of(const CompactionJob& job) {
    const Segment& first = job.segments.front();
    Segment sum;
    sum.id = merged_id(job);
    sum.tenant = first.tenant;
    sum.dataset = first.dataset;
    sum.time_min = first.time_min;
    sum.time_max = first.time_max;
    for (const Segment& segment : job.segments) {
        sum.time_min = std::min(sum.time_min, segment.time_min);
        sum.time_max = std::max(sum.time_max, segment.time_max);
        sum.rows += segment.rows;
        sum.raw_bytes += segment.raw_bytes;
    }
    return sum;
}

/// Deletes the file unless it was kept.
class FileGuard {
public:
    explicit FileGuard(std::filesystem::path path) : path_(std::move(path)) {}
    ~FileGuard() {
        std::error_code ignored;
        if (!kept_) std::filesystem::remove(path_, ignored);
    }
    FileGuard(const FileGuard&) = delete;
    FileGuard& operator=(const FileGuard&) = delete;
    void keep() { kept_ = true; }

private:
    const std::filesystem::path path_;
    bool kept_ = false;
};

}  // namespace

struct Compactor::Running {
    std::mutex mutex;
    bool stopped = false;
    std::unique_ptr<infra::duckdb::merge::SegmentMerger> merger;
};

Compactor::Compactor(infra::duckdb::merge::SegmentMergerConfig config)
    : config_(std::move(config)), running_(std::make_unique<Running>()) {}

Compactor::~Compactor() = default;

void Compactor::stop() {
    const std::scoped_lock lock(running_->mutex);
    running_->stopped = true;
    if (running_->merger) running_->merger->stop();
}

// A database for each merge costs some milliseconds, and between merges there is no memory that it would keep.
base::Result<infra::duckdb::merge::MergedRows> Compactor::write(const CompactionJob& job, const SegmentLayout& layout,
                                                         const std::string& file) {
    auto opened = infra::duckdb::merge::SegmentMerger::open(config_);
    if (!opened) return opened.error();
    infra::duckdb::merge::SegmentMerger* merger = opened->get();
    {
        const std::scoped_lock lock(running_->mutex);
        if (running_->stopped) merger->stop();
        running_->merger = std::move(*opened);
    }
    auto merged = merger->merge(job.segments, layout, file);
    std::unique_ptr<infra::duckdb::merge::SegmentMerger> finished;
    {
        const std::scoped_lock lock(running_->mutex);
        finished = std::move(running_->merger);
    }
    return merged;
}

base::Result<Segment> Compactor::merge(const CompactionJob& job) {
    Segment merged = sum_of(job);
    merged.layout = domain::catalog::merged_layout(job.segments);
    merged.ranges = domain::catalog::merged_ranges(job.segments, merged.layout);
    const std::string name = merged.tenant.value() + '/' + std::to_string(merged.dataset.value()) + '/' +
                             merged.id.value() + '~' + job.attempt;
    const std::string temporary = name + ".tmp";
    merged.file = name + ".parquet";
    const std::filesystem::path final_path = config_.segment_directory / merged.file;
    const std::filesystem::path temporary_path = config_.segment_directory / temporary;
    FileGuard final_file(final_path);
    const FileGuard temporary_file(temporary_path);
    const auto written = write(job, merged.layout, temporary);
    if (!written) return written.error();
    if (written->rows != merged.rows || written->time_min < merged.time_min || written->time_max > merged.time_max) {
        return base::Error(base::ErrorCode::kInternal,
                           "segments not merged: their files have other rows than the catalog says: " + merged.id.value());
    }
    const auto bytes = publish_file(temporary_path, final_path);
    if (!bytes) return bytes.error();
    merged.bytes = *bytes;
    final_file.keep();
    return merged;
}

std::vector<std::string> Compactor::remove(const std::vector<std::string>& files) const {
    std::vector<std::string> removed;
    for (const std::string& file : files) {
        std::error_code failed;
        std::filesystem::remove(config_.segment_directory / file, failed);
        if (!failed) removed.push_back(file);
    }
    return removed;
}

}  // namespace consumers::landing
