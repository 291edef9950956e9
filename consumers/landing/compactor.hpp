#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/catalog/compaction_store.hpp"
#include "infra/duckdb/merge/segment_merger.hpp"

namespace consumers::landing {

/// Makes one file out of the files of a job, and deletes files that nobody needs. Every call blocks. Not thread-safe, but
/// for stop().
///
/// The merged segment's id is `m` and a hash of the ids of its parts; its file is `<tenant>/<dataset>/<id>~<attempt>.parquet`,
/// written as `….tmp` first. No other attempt has that file, so whoever failed may delete it. After a crash either name is an
/// orphan: no row of the catalog names it.
class Compactor {
public:
    explicit Compactor(infra::duckdb::merge::SegmentMergerConfig config);
    ~Compactor();

    /// The merged segment, its file durable; times, rows and raw bytes are those of all its parts. Fails, with nothing left
    /// behind, as SegmentMerger does, and with kInternal when the file has not exactly the rows of the parts.
    domain::base::Result<domain::catalog::Segment> merge(const domain::catalog::CompactionJob& job);

    /// Deletes these files below the segment directory; those that could be deleted, or were not there, are returned.
    std::vector<std::string> remove(const std::vector<std::string>& files) const;

    /// Makes the running and every later merge fail soon. Thread-safe.
    void stop();

private:
    struct Running;
    domain::base::Result<infra::duckdb::merge::MergedRows> write(const domain::catalog::CompactionJob& job,
                                                                 const domain::catalog::SegmentLayout& layout, const std::string& file);

    const infra::duckdb::merge::SegmentMergerConfig config_;
    const std::unique_ptr<Running> running_;
};

}  // namespace consumers::landing
