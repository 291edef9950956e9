#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "consumers/landing/segment_builder.hpp"
#include "domain/base/result.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/eventlog/event_log.hpp"

namespace consumers::landing {

/// The rows of one segment to be: records of one dataset.
struct LandingRequest {
    LandingRequest() = default;
    domain::base::SegmentId id;
    domain::base::TenantId tenant;
    domain::base::DatasetId dataset;
    std::vector<SegmentBuilder::Record> records;
    std::vector<const domain::eventlog::StoredRecord*> sources;  ///< where each of the records came from
};

/// A segment on disk, not yet in the catalog.
struct LandedRequest {
    LandedRequest() = default;
    domain::catalog::Segment segment;  ///< without rows when every record was rejected; there is no file then
    struct Rejected {
        std::size_t record = 0;  ///< which of the request's records
        Rejection rejection;
    };
    std::vector<Rejected> rejected;
};

/// Writes segments below the segment directory: `<tenant>/<dataset>/<id>~<attempt>.parquet`.
///
/// The id names the records, so the catalog takes the same records once. The attempt makes the file this call's own: a
/// process that lost its partition can always delete what it wrote, because no committed row ever names that file. The
/// columns are those of domain/catalog/segment.hpp, and `opalite.layout` in the file's metadata is the layout's JSON.
///
/// Files are written as `…~<attempt>.tmp`, made durable, renamed, and the directory made durable, before land() returns.
/// Thread-safe; calls block, and compute for about 3 ms for each megabyte.
class ParquetLander {
public:
    /// `process` tells this process's attempts from those of others. Limits hold for each segment.
    ParquetLander(std::filesystem::path segment_directory, std::string process, SegmentBuilder::Limits limits = {});

    /// Fails with kResourceExhausted when the disk is full and with kUnavailable on other faults of it; nothing is left.
    domain::base::Result<LandedRequest> land(const LandingRequest& request);

    /// Deletes a segment's file. What cannot be deleted is left to the collector of orphans.
    void discard(const domain::catalog::Segment& segment) const;

    const std::filesystem::path& directory() const { return directory_; }

private:
    std::unique_ptr<SegmentBuilder> take_builder();
    void give_back(std::unique_ptr<SegmentBuilder> builder);

    const std::filesystem::path directory_;
    const std::string process_;
    const SegmentBuilder::Limits limits_;
    std::atomic<std::uint64_t> attempts_{0};
    std::mutex mutex_;  // guards builders_
    std::vector<std::unique_ptr<SegmentBuilder>> builders_;
};

}  // namespace consumers::landing
