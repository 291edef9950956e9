#include "infra/cli/directory_lock.hpp"

#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace infra::cli {

using domain::base::Error;
using domain::base::ErrorCode;

domain::base::Result<DirectoryLock> DirectoryLock::take(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    const std::string file = (directory / "lock").string();
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0) return Error(ErrorCode::kUnavailable, "the data directory cannot be written to: " + directory.string());
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        ::close(descriptor);
        return Error(ErrorCode::kConflict, "another service runs on this data directory; stop it or give --data: " + directory.string());
    }
    return DirectoryLock(descriptor);
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectoryLock::~DirectoryLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace infra::cli
