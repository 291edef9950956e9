#include "infra/duckdb/spill_directory.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace infra::duckdb {
namespace {

namespace base = domain::base;
namespace fs = std::filesystem;

constexpr const char* kPrefix = "spill-";
/// Each attempt fails only when somebody else swept the new directory away in the moment before it was locked.
constexpr int kAttemptsMax = 16;

base::Error directory_error(const fs::path& path) {
    const int code = errno;
    return {base::ErrorCode::kUnavailable, "temporary directory not made: " + path.string() + ": " + std::strerror(code)};
}

/// A descriptor that holds the lock on an existing directory, or -1 when another has it or the directory is gone.
int lock_directory(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    struct stat by_name {};
    struct stat by_descriptor {};
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &by_descriptor) == 0 &&
        ::stat(path.c_str(), &by_name) == 0 && by_name.st_ino == by_descriptor.st_ino) {
        return descriptor;
    }
    ::close(descriptor);
    return -1;
}

void sweep(const fs::path& parent) {
    std::error_code ignored;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        if (entry.path().filename().string().starts_with(kPrefix)) found.push_back(entry.path());
    }
    for (const fs::path& path : found) {
        const int lock = lock_directory(path);
        if (lock < 0) continue;
        fs::remove_all(path, ignored);
        ::close(lock);
    }
}

}  // namespace

base::Result<SpillDirectory> SpillDirectory::create(const fs::path& parent) {
    std::error_code failed;
    fs::create_directories(parent, failed);
    if (!failed) sweep(parent);
    for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
        std::string pattern = (parent / (std::string(kPrefix) + "XXXXXX")).string();
        if (::mkdtemp(pattern.data()) == nullptr) return directory_error(parent);
        const int lock = lock_directory(pattern);
        if (lock >= 0) return SpillDirectory(pattern, lock);
    }
    return base::Error(base::ErrorCode::kUnavailable, "temporary directory not made: " + parent.string());
}

SpillDirectory::~SpillDirectory() {
    if (lock_ < 0) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    ::close(lock_);
}

}  // namespace infra::duckdb
