#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

namespace consumers {

/// What one consumer process can be told; infra/cli fills it.
struct Config {
    std::filesystem::path segment_directory;  ///< absolute
    std::filesystem::path filter_temp_directory;  ///< where drop filters that need much memory spill; made when there is one
    std::size_t io_threads = 1;
    std::size_t landing_threads = 2;          ///< that shred and write segments
    std::size_t filter_memory_bytes_max = std::size_t{256} << 20;  ///< of all drop filters together; a bound, most need little
    std::chrono::minutes orphan_interval{15};
    std::chrono::milliseconds retention_interval{60'000};
};

}  // namespace consumers
