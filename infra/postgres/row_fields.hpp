#pragma once

#include <cstdint>
#include <string>

#include <pqxx/pqxx>

#include "domain/admin/stamp.hpp"
#include "domain/identity/rate_limit.hpp"
#include "infra/postgres/sql_array.hpp"

/// Fields of rows as values. Only for .cpp files of this module.
namespace infra::postgres {

inline std::int64_t number(const pqxx::field& field) { return number_of(field.c_str()); }
inline std::string text(const pqxx::field& field) { return std::string(field.c_str(), field.size()); }
inline bool flag(const pqxx::field& field) { return field.c_str()[0] == 't'; }
/// From nanoseconds.
inline domain::base::Timestamp time_of(const pqxx::field& field) { return domain::base::from_nanoseconds(number(field)); }

/// From five columns that begin at `at`: created_at, created_by, updated_at, updated_by, version.
inline domain::admin::Stamp stamp_of(const pqxx::row& row, int at) {
    domain::admin::Stamp stamp;
    stamp.created_at = time_of(row[at]);
    stamp.created_by = text(row[at + 1]);
    stamp.updated_at = time_of(row[at + 2]);
    stamp.updated_by = text(row[at + 3]);
    stamp.version = number(row[at + 4]);
    return stamp;
}

/// From two columns that begin at `at`: bytes and observations per minute, null for no limit.
inline domain::identity::RateLimit rate_of(const pqxx::row& row, int at) {
    domain::identity::RateLimit rate;
    if (!row[at].is_null()) rate.bytes_per_minute = number(row[at]);
    if (!row[at + 1].is_null()) rate.observations_per_minute = number(row[at + 1]);
    return rate;
}

}  // namespace infra::postgres
