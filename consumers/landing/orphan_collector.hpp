#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/landing_store.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace consumers::landing {

/// Deletes files below the segment directory that no row of the catalog names: what a process left that was killed between
/// writing and committing, and temporary files. Only files older than a grace period are looked at, which must be longer
/// than any flush, compaction or transaction can take; so the file of a commit under way is never touched.
class OrphanCollector {
public:
    static constexpr std::chrono::minutes kGraceDefault{60};

    /// All references must outlive it.
    OrphanCollector(std::filesystem::path segment_directory, domain::catalog::LandingStore& store,
                    infra::runtime::BlockingPool& pool, const domain::base::Clock& clock,
                    std::chrono::seconds grace = kGraceDefault);

    /// One pass over the directory; gives the number of files deleted. Fails with kUnavailable when the catalog cannot be
    /// asked; nothing that it was not asked about is deleted.
    domain::base::Task<domain::base::Result<std::size_t>> collect();

    /// A pass now and one after every `interval`, until cancelled. Failures are logged.
    domain::base::Task<void> run(std::chrono::steady_clock::duration interval);

private:
    struct Found {
        std::vector<std::string> segments;   ///< `….parquet`, relative to the directory
        std::vector<std::string> temporary;  ///< `….tmp`
    };
    Found old_files() const;
    std::size_t remove(const std::vector<std::string>& files) const;

    const std::filesystem::path directory_;
    domain::catalog::LandingStore& store_;
    infra::runtime::BlockingPool& pool_;
    const domain::base::Clock& clock_;
    const std::chrono::seconds grace_;
};

}  // namespace consumers::landing
