#include "tests/opal/support/result_text.hpp"

#include <charconv>
#include <memory>

#include <duckdb.h>

#include "domain/base/time.hpp"
#include "infra/duckdb/handles.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
using domain::catalog::Type;
using domain::query::ColumnView;

constexpr std::string_view kNull = "∅";

std::string number_text(double value) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string cell_text(const ColumnView& column, std::size_t row, Type type) {
    if (!column.is_valid(row)) return std::string(kNull);
    switch (type) {
        case Type::kBool: return column.values<bool>()[row] ? "true" : "false";
        case Type::kInt64:
        case Type::kDuration: return std::to_string(column.values<std::int64_t>()[row]);
        case Type::kTimestamp: return base::to_rfc3339(base::from_nanoseconds(column.values<std::int64_t>()[row]));
        case Type::kFloat64:
        case Type::kNumeric: return number_text(column.values<double>()[row]);
        case Type::kIpv4: return std::to_string(column.values<std::uint32_t>()[row]);
        default: return std::string(column.values<domain::query::StringCell>()[row].view());
    }
}

}  // namespace

base::Task<base::Result<std::vector<std::string>>> result_lines(domain::query::RowStream& stream) {
    std::vector<std::string> lines(1);
    for (const auto& column : stream.columns()) lines[0] += (lines[0].empty() ? "" : ",") + column.name;
    for (;;) {
        auto batch = co_await stream.next();
        if (!batch) co_return batch.error();
        if (!*batch) co_return lines;
        for (std::size_t row = 0; row < (*batch)->rows(); ++row) {
            std::string line;
            for (std::size_t i = 0; i < stream.columns().size(); ++i) {
                line += (i == 0 ? "" : ",") + cell_text((*batch)->columns()[i], row, stream.columns()[i].type);
            }
            lines.push_back(std::move(line));
        }
    }
}

base::Result<std::vector<std::string>> oracle_lines(const std::string& ndjson_file, const std::string& sql) {
    const auto failed = [](const std::string& message) { return base::Error(base::ErrorCode::kInternal, message); };
    duckdb_database raw_database = nullptr;
    duckdb_connection raw_connection = nullptr;
    if (duckdb_open(nullptr, &raw_database) != DuckDBSuccess) return failed("the oracle's database was not opened");
    const infra::duckdb::Database database(raw_database);
    duckdb_connect(database.get(), &raw_connection);
    const infra::duckdb::Connection connection(raw_connection);
    const std::string view = "CREATE VIEW input AS SELECT * FROM read_json('" + ndjson_file +
                             "', format = 'newline_delimited', union_by_name = true, sample_size = -1)";
    infra::duckdb::QueryResult created;
    if (duckdb_query(connection.get(), view.c_str(), created.get()) != DuckDBSuccess) {
        return failed(duckdb_result_error(created.get()));
    }
    infra::duckdb::QueryResult result;
    if (duckdb_query(connection.get(), sql.c_str(), result.get()) != DuckDBSuccess) {
        return failed(duckdb_result_error(result.get()));
    }
    std::vector<std::string> lines;
    for (idx_t row = 0; row < duckdb_row_count(result.get()); ++row) {
        std::string line;
        for (idx_t column = 0; column < duckdb_column_count(result.get()); ++column) {
            if (column > 0) line += ',';
            if (duckdb_value_is_null(result.get(), column, row)) line += kNull;
            else if (duckdb_column_type(result.get(), column) == DUCKDB_TYPE_DOUBLE) {
                line += number_text(duckdb_value_double(result.get(), column, row));
            } else {
                line += infra::duckdb::Text(duckdb_value_varchar(result.get(), column, row)).get();
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace tests::opal
