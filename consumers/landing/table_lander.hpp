#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

#include "consumers/projections/table_contents.hpp"
#include "domain/catalog/landing_store.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace consumers::landing {

/// What the lander of reference tables works with; all outlive it.
struct TableLanderPorts {
    domain::eventlog::EventLog& log;
    domain::catalog::LandingStore& store;
    infra::runtime::BlockingPool& pool;
};

/// Lands the files of reference tables below the segment directory, as `<tenant>/<dataset>/<upload>~<attempt>.parquet`: reads
/// the chunks of the log, and writes a TableSegment of them. Holds the file and one row group in memory.
class TableLander final : public projections::TableContents {
public:
    /// `process` tells this process's attempts from those of others.
    TableLander(std::filesystem::path segment_directory, std::string process, TableLanderPorts ports);

    domain::base::Task<domain::base::Result<std::optional<domain::catalog::Segment>>> land(
        domain::admin::CommandEnvelope envelope, domain::eventlog::PartitionId partition) override;
    domain::base::Task<void> discard_unused(std::vector<domain::catalog::Segment> segments) override;

private:
    struct Job;
    domain::base::Result<std::optional<domain::catalog::Segment>> write(const Job& job);

    const std::filesystem::path directory_;
    const std::string process_;
    TableLanderPorts ports_;
    std::atomic<std::uint64_t> attempts_{0};
};

}  // namespace consumers::landing
