#include "infra/duckdb/column_types.hpp"

namespace infra::duckdb {
namespace {

using domain::catalog::Type;

struct Physical {
    duckdb_type type;
    const char* name;
};

Physical physical(Type type) {
    switch (type) {
        case Type::kBool: return {DUCKDB_TYPE_BOOLEAN, "BOOLEAN"};
        case Type::kInt64: case Type::kTimestamp: case Type::kDuration: return {DUCKDB_TYPE_BIGINT, "BIGINT"};
        case Type::kFloat64: case Type::kNumeric: return {DUCKDB_TYPE_DOUBLE, "DOUBLE"};
        case Type::kIpv4: return {DUCKDB_TYPE_UINTEGER, "UINTEGER"};
        default: return {DUCKDB_TYPE_VARCHAR, "VARCHAR"};
    }
}

bool matches(duckdb_type actual, Type declared) {
    const duckdb_type expected = physical(declared).type;
    // BLOB and VARCHAR cells have one layout.
    return actual == expected || (expected == DUCKDB_TYPE_VARCHAR && actual == DUCKDB_TYPE_BLOB);
}

bool is_time(duckdb_type type) {
    return type == DUCKDB_TYPE_TIMESTAMP || type == DUCKDB_TYPE_TIMESTAMP_NS || type == DUCKDB_TYPE_TIMESTAMP_MS ||
           type == DUCKDB_TYPE_TIMESTAMP_S || type == DUCKDB_TYPE_TIMESTAMP_TZ || type == DUCKDB_TYPE_DATE;
}

}  // namespace

Fit fit(const std::vector<domain::catalog::Column>& declared, const std::function<duckdb_type(std::size_t)>& actual) {
    Fit result = Fit::kFits;
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const duckdb_type type = actual(i);
        if (type == DUCKDB_TYPE_INVALID) return Fit::kUnknown;
        if (!matches(type, declared[i].type)) result = Fit::kNeedsCast;
    }
    return result;
}

std::string with_casts(std::string sql, const std::vector<domain::catalog::Column>& declared,
                       const std::function<duckdb_type(std::size_t)>& actual) {
    while (!sql.empty() && (sql.back() == ';' || sql.back() == ' ' || sql.back() == '\n')) sql.pop_back();
    std::string casts;
    std::string names;
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const std::string column = "c" + std::to_string(i);
        names.append(i == 0 ? "" : ", ").append(column);
        casts.append(i == 0 ? "" : ", ");
        if (matches(actual(i), declared[i].type)) {
            casts.append(column);
        } else if (physical(declared[i].type).type == DUCKDB_TYPE_BIGINT && is_time(actual(i))) {
            casts.append("epoch_ns(").append(column).append(")");
        } else {
            casts.append("CAST(").append(column).append(" AS ").append(physical(declared[i].type).name).append(")");
        }
    }
    return "SELECT " + casts + " FROM (" + sql + "\n) AS t(" + names + ")";
}

}  // namespace infra::duckdb
