#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gateway/http/api_limits.hpp"

namespace gateway {

/// What one gateway can be told; infra/cli fills it from options, environment and file.
struct Config {
    std::string https_address = "127.0.0.1";
    std::uint16_t https_port = 8443;  ///< 0: any free one
    std::string http_address = "127.0.0.1";
    std::uint16_t http_port = 8080;
    std::string domain = "localhost";                 ///< tenants are `<customer>.<domain>`
    std::filesystem::path tls_certificate;            ///< empty: made under tls_directory on the first start
    std::filesystem::path tls_key;
    std::filesystem::path tls_directory;
    std::filesystem::path segment_directory;          ///< absolute
    std::filesystem::path query_temp_directory;       ///< where large queries spill
    std::vector<std::string> login_integrations{"observe-tool-abdaf0"};  ///< who may ask for delegated logins
    std::chrono::seconds delegated_login_life{600};   ///< such a request waits so long for its user
    std::size_t io_threads = 2;
    std::size_t connections_max = 4096;
    std::size_t queries_running_max = 4;              ///< further ones wait
    std::size_t query_threads = 2;                    ///< that all queries share
    std::size_t query_memory_bytes_max = std::size_t{2} << 30;  ///< of all queries together
    http::ApiRates api_rates;                         ///< that callers of the API may use
};

}  // namespace gateway
