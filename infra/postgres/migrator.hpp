#pragma once

#include <string>
#include <vector>

#include "domain/base/result.hpp"

namespace infra::postgres {

/// One step of the schema.
struct Migration {
    int version = 0;
    std::string name;      ///< file name: `0001_log.sql`
    std::string checksum;  ///< hexadecimal SHA-256 of the text
    std::string sql;
};

/// The steps of migrations/, ascending; part of the binary.
const std::vector<Migration>& embedded_migrations();

/// Brings the database up to the newest step: each missing one in a transaction of its own, under an advisory lock, so that
/// processes that start together do it once. Then makes sure that the role of tenants' transactions exists when the login
/// role needs it. Blocks. Returns how many steps were applied.
///
/// Fails with kConflict when an applied step differs from the one in `migrations` or is unknown to it (then nothing is
/// changed), with kUnavailable when the server cannot be reached, with kInternal and the server's words when a step fails.
domain::base::Result<int> migrate(const std::string& url, const std::vector<Migration>& migrations);
inline domain::base::Result<int> migrate(const std::string& url) { return migrate(url, embedded_migrations()); }

}  // namespace infra::postgres
