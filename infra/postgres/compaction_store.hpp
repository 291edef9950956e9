#pragma once

#include "domain/catalog/compaction_store.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// The exchange of segments on the tables segments, segment_layouts, retired_files and compaction_leases. Every swap notifies
/// `opalite_segments`. Times are the server's: it is the one clock that all consumers share.
class PostgresCompactionStore final : public domain::catalog::CompactionStore {
public:
    explicit PostgresCompactionStore(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<std::optional<domain::catalog::CompactionJob>>> claim(
        domain::catalog::CompactionLimits limits, std::chrono::seconds lease) override;
    domain::base::Task<domain::base::Result<void>> swap(const domain::catalog::CompactionJob& job,
                                                        const domain::catalog::Segment& merged) override;
    domain::base::Task<domain::base::Result<void>> release(const domain::catalog::CompactionJob& job) override;
    domain::base::Task<domain::base::Result<std::vector<std::string>>> retired(std::chrono::seconds age,
                                                                               std::size_t files_max) override;
    domain::base::Task<domain::base::Result<void>> forget(std::vector<std::string> files) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
