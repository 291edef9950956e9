#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What a load run saw.
struct LoadResult {
    std::uint64_t requests = 0;
    std::uint64_t failures = 0;  ///< answers other than 200, and connections lost
    double seconds = 0;
    std::vector<double> milliseconds;  ///< of each request, sorted
};

/// Sends the same request over and over on `connections` keep-alive connections to 127.0.0.1, each one at a time, for a while.
/// One thread, so that it takes little from the server beside it.
LoadResult run_load(std::uint16_t port, const std::string& request, std::size_t connections,
                    std::chrono::milliseconds duration);
