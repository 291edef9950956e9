#include "consumers/landing/durable_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace consumers::landing {
namespace {

namespace base = domain::base;

class Descriptor {
public:
    Descriptor(const std::filesystem::path& path, int flags) : value_(::open(path.c_str(), flags | O_CLOEXEC)) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }

private:
    int value_;
};

base::Error file_error(const char* what, const std::filesystem::path& path) {
    const int code = errno;
    const bool full = code == ENOSPC || code == EDQUOT;
    return {full ? base::ErrorCode::kResourceExhausted : base::ErrorCode::kUnavailable, std::string(what) + ": " + path.string() + ": " + std::strerror(code)};
}

}  // namespace

base::Result<void> sync_directory(const std::filesystem::path& path) {
    const Descriptor directory(path, O_RDONLY | O_DIRECTORY);
    if (directory.get() < 0 || ::fsync(directory.get()) != 0) return file_error("directory not made durable", path);
    return {};
}

base::Result<void> make_folder(const std::filesystem::path& root, const std::filesystem::path& folder) {
    std::filesystem::path at = root;
    for (const std::filesystem::path& part : folder) {
        const std::filesystem::path parent = at;
        at /= part;
        if (::mkdir(at.c_str(), 0755) == 0) {
            if (auto done = sync_directory(parent); !done) return done;
        } else if (errno != EEXIST) {
            return file_error("directory not made", at);
        }
    }
    return {};
}

base::Result<std::int64_t> publish_file(const std::filesystem::path& temporary, const std::filesystem::path& file) {
    const Descriptor written(temporary, O_RDONLY);
    struct stat status {};
    if (written.get() < 0 || ::fsync(written.get()) != 0 || ::fstat(written.get(), &status) != 0) {
        return file_error("segment not made durable", temporary);
    }
    if (std::rename(temporary.c_str(), file.c_str()) != 0) return file_error("segment not renamed", file);
    if (auto synced = sync_directory(file.parent_path()); !synced) return synced.error();
    return std::int64_t{status.st_size};
}

}  // namespace consumers::landing
