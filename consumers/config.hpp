#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

namespace consumers {

/// What one consumer process can be told; infra/cli fills it.
struct Config {
    std::filesystem::path segment_directory;  ///< absolute
    std::size_t io_threads = 1;
    std::size_t landing_threads = 2;          ///< that shred and write segments
    std::chrono::minutes orphan_interval{15};
    std::chrono::milliseconds retention_interval{60'000};
};

}  // namespace consumers
