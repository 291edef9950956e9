#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <sys/uio.h>

#include "domain/base/result.hpp"

namespace infra::embedded_log {

namespace base = domain::base;

/// Owns a file descriptor.
class File {
public:
    File() = default;
    explicit File(int descriptor) : descriptor_(descriptor) {}
    File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    File& operator=(File&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~File();

    int descriptor() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }

private:
    int descriptor_ = -1;
};

/// kResourceExhausted for a full disk, quota or file size limit, kNotFound for a missing file, kUnavailable otherwise.
base::Error system_error(const std::string& what, int error_number);

/// `flags` as for open(2); the descriptor is closed on exec.
base::Result<File> open_file(const std::filesystem::path& path, int flags);

/// Reads up to `into.size()` bytes at `position`; fewer only at the end of the file.
base::Result<std::size_t> read_at(const File& file, std::span<char> into, std::uint64_t position);

/// Writes all pieces one behind the other from `position` on. Changes `pieces`.
base::Result<void> write_at(const File& file, std::span<iovec> pieces, std::uint64_t position);

/// Bytes of the file, and whether it still has a name.
struct FileStatus {
    std::uint64_t bytes = 0;
    bool linked = true;
};
base::Result<FileStatus> status(const File& file);

base::Result<void> truncate(const File& file, std::uint64_t bytes);

/// What was written is on the disk, with as much metadata as reading it back needs.
base::Result<void> sync_data(const File& file);

/// Gives back the page cache of bytes that are on the disk. Only a hint.
void forget(const File& file, std::uint64_t begin, std::uint64_t end);

/// The names in the directory are on the disk.
base::Result<void> sync_directory(const std::filesystem::path& path);

/// Creates what is missing of the path; the new names are on the disk.
base::Result<void> make_directories(const std::filesystem::path& path);

/// An advisory lock (flock) that excludes other processes, and other descriptors of this one. Released by the destructor.
class FileLock {
public:
    /// Opens (and creates) the lock's file.
    static base::Result<File> prepare(const std::filesystem::path& path);

    /// Waits up to `limit`; nothing when another one holds the lock all that time.
    static std::optional<FileLock> acquire(const File& file, std::chrono::milliseconds limit);

    FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace infra::embedded_log
