#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

/// Every bound that more than one module must agree on. A bound that only one module knows lives in that module's
/// configuration.
namespace domain::base::limits {

inline constexpr std::size_t kKiB = 1024;
inline constexpr std::size_t kMiB = 1024 * kKiB;

// Collection (spec: seed limits; the units are decimal megabytes there, a binary megabyte accepts both readings).
inline constexpr std::size_t collect_body_bytes_max = 10 * kMiB;          // as sent
inline constexpr std::size_t collect_decoded_bytes_max = 50 * kMiB;       // after decompression
inline constexpr std::size_t observation_bytes_max = 4 * kMiB;            // one observation, uncompressed
inline constexpr std::size_t json_depth_max = 100;                        // nesting of one observation
inline constexpr std::size_t tags_bytes_max = 64 * kKiB;                  // query parameters of one request

// Event log.
inline constexpr std::size_t bundle_record_bytes_target = 1 * kMiB;       // records of a bundle are cut about here
inline constexpr std::size_t record_bytes_max = 8 * kMiB;                 // one record of the log with its headers
inline constexpr std::size_t append_queue_bytes_max = 256 * kMiB;         // records waiting for durability
inline constexpr std::size_t follow_queue_bytes_max = 64 * kMiB;          // records read ahead, per subscription

// Administration.
inline constexpr std::size_t admin_body_bytes_max = 1 * kMiB;
inline constexpr std::chrono::seconds admin_outcome_wait_max{10};

// OPAL.
inline constexpr std::size_t opal_script_bytes_max = 256 * kKiB;          // clients cap at 100,000 characters
inline constexpr std::size_t opal_stages_max = 64;
inline constexpr std::size_t opal_statements_max = 1000;
inline constexpr std::size_t opal_expression_depth_max = 200;
inline constexpr std::size_t opal_columns_max = 2000;

// Queries.
inline constexpr std::size_t query_body_bytes_max = 1 * kMiB;
inline constexpr std::chrono::seconds query_duration_max{300};

}  // namespace domain::base::limits
