#pragma once

#include <filesystem>

#include "domain/base/result.hpp"

namespace infra::cli {

/// One service process for one data directory: an advisory lock on DIR/lock that ends with the process, however it ends.
class DirectoryLock {
public:
    /// Makes the directory when it is missing. Fails with kConflict when another process holds it, kUnavailable otherwise.
    static domain::base::Result<DirectoryLock> take(const std::filesystem::path& directory);
    DirectoryLock(DirectoryLock&& other) noexcept;
    DirectoryLock& operator=(DirectoryLock&&) = delete;
    ~DirectoryLock();

private:
    explicit DirectoryLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace infra::cli
