#pragma once

#include <filesystem>
#include <utility>

#include "domain/base/result.hpp"

namespace infra::duckdb {

/// A new directory `<parent>/spill-…` for the temporary files of one database: two databases in one directory would use the
/// same file names. Removed with all that is in it by the destructor, and after a crash by the next one below the same
/// parent: an owner holds a lock for as long as it lives.
class SpillDirectory {
public:
    /// Creates the parent too. Fails with kUnavailable.
    static domain::base::Result<SpillDirectory> create(const std::filesystem::path& parent);
    SpillDirectory() = default;
    ~SpillDirectory();
    SpillDirectory(SpillDirectory&& other) noexcept
        : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
    SpillDirectory& operator=(SpillDirectory&& other) noexcept {
        std::swap(path_, other.path_);
        std::swap(lock_, other.lock_);
        return *this;
    }

    const std::filesystem::path& path() const { return path_; }

private:
    SpillDirectory(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

    std::filesystem::path path_;
    int lock_ = -1;
};

}  // namespace infra::duckdb
