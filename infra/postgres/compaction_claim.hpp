#pragma once

#include <chrono>
#include <optional>

#include "domain/base/result.hpp"
#include "domain/catalog/compaction_store.hpp"

namespace pqxx {
class transaction_base;
}

namespace infra::postgres {

/// The server's clock as nanoseconds since the epoch, as SQL.
inline constexpr const char* kServerNanoseconds = "(extract(epoch from clock_timestamp()) * 1000000000)::bigint";

/// The body of PostgresCompactionStore::claim. A group is leased before its segments are read, so what is read is what the
/// last holder left. A group of which nothing can be merged stays leased for a minute, so that it is not read again every second.
domain::base::Result<std::optional<domain::catalog::CompactionJob>> claim_job(
    pqxx::transaction_base& transaction, const domain::catalog::CompactionLimits& limits, std::chrono::seconds lease);

}  // namespace infra::postgres
