#include "infra/embedded_log/file.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace infra::embedded_log {

File::~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

base::Error system_error(const std::string& what, int error_number) {
    const std::string text = what + ": " + std::generic_category().message(error_number);
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
        case EFBIG: return base::Error(base::ErrorCode::kResourceExhausted, text);
        case ENOENT: return base::Error(base::ErrorCode::kNotFound, text);
        default: return base::Error(base::ErrorCode::kUnavailable, text);
    }
}

base::Result<File> open_file(const std::filesystem::path& path, int flags) {
    for (;;) {
        const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0640);
        if (descriptor >= 0) return File(descriptor);
        if (errno != EINTR) return system_error("cannot open " + path.string(), errno);
    }
}

base::Result<std::size_t> read_at(const File& file, std::span<char> into, std::uint64_t position) {
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t got = ::pread(file.descriptor(), into.data() + done, into.size() - done,
                                    static_cast<off_t>(position + done));
        if (got == 0) break;
        if (got > 0) done += static_cast<std::size_t>(got);
        else if (errno != EINTR) return system_error("cannot read the log", errno);
    }
    return done;
}

base::Result<void> write_at(const File& file, std::span<iovec> pieces, std::uint64_t position) {
    while (!pieces.empty()) {
        const int count = static_cast<int>(std::min<std::size_t>(pieces.size(), IOV_MAX));
        const ssize_t wrote = ::pwritev(file.descriptor(), pieces.data(), count, static_cast<off_t>(position));
        if (wrote < 0) {
            if (errno == EINTR) continue;
            return system_error("cannot write the log", errno);
        }
        position += static_cast<std::uint64_t>(wrote);
        std::size_t left = static_cast<std::size_t>(wrote);
        while (!pieces.empty() && left >= pieces.front().iov_len) {
            left -= pieces.front().iov_len;
            pieces = pieces.subspan(1);
        }
        if (left > 0) {
            pieces.front().iov_base = static_cast<char*>(pieces.front().iov_base) + left;
            pieces.front().iov_len -= left;
        }
    }
    return {};
}

base::Result<FileStatus> status(const File& file) {
    struct stat found {};
    if (::fstat(file.descriptor(), &found) != 0) return system_error("cannot stat the log", errno);
    return FileStatus{static_cast<std::uint64_t>(found.st_size), found.st_nlink > 0};
}

base::Result<void> truncate(const File& file, std::uint64_t bytes) {
    while (::ftruncate(file.descriptor(), static_cast<off_t>(bytes)) != 0) {
        if (errno != EINTR) return system_error("cannot truncate the log", errno);
    }
    return {};
}

base::Result<void> sync_data(const File& file) {
    while (::fdatasync(file.descriptor()) != 0) {
        if (errno != EINTR) return system_error("cannot sync the log", errno);
    }
    return {};
}

void forget(const File& file, std::uint64_t begin, std::uint64_t end) {
    ::posix_fadvise(file.descriptor(), static_cast<off_t>(begin), static_cast<off_t>(end - begin), POSIX_FADV_DONTNEED);
}

base::Result<void> sync_directory(const std::filesystem::path& path) {
    auto directory = open_file(path, O_RDONLY | O_DIRECTORY);
    if (!directory) return directory.error();
    if (::fsync(directory->descriptor()) != 0) return system_error("cannot sync the directory of the log", errno);
    return {};
}

base::Result<void> make_directories(const std::filesystem::path& path) {
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure)) return {};
    const auto parent = std::filesystem::absolute(path).parent_path();
    if (auto made = make_directories(parent); !made) return made;
    std::filesystem::create_directory(path, failure);
    if (failure) return system_error("cannot create " + path.string(), failure.value());
    return sync_directory(parent);
}

base::Result<File> FileLock::prepare(const std::filesystem::path& path) { return open_file(path, O_RDWR | O_CREAT); }

std::optional<FileLock> FileLock::acquire(const File& file, std::chrono::milliseconds limit) {
    // flock(2) has no deadline, and a stopped process may hold the lock for ever: so try, and wait between tries.
    const auto until = std::chrono::steady_clock::now() + limit;
    auto pause = std::chrono::microseconds(100);
    for (;;) {
        if (::flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0) return FileLock(file.descriptor());
        if (errno != EINTR && std::chrono::steady_clock::now() >= until) return std::nullopt;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::microseconds(2000));
    }
}

FileLock::~FileLock() {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_UN);
}

}  // namespace infra::embedded_log
