#include "tests/opal/support/oracle.hpp"

#include <stdexcept>

#include <duckdb.h>

#include "infra/duckdb/handles.hpp"
#include "tests/opal/support/result_text.hpp"

namespace tests::opal {

namespace base = domain::base;

struct Oracle::Handles {
    infra::duckdb::Database database;
    infra::duckdb::Connection connection;
};

Oracle::Oracle() : handles_(std::make_unique<Handles>()) {
    duckdb_database database = nullptr;
    duckdb_connection connection = nullptr;
    if (duckdb_open(nullptr, &database) != DuckDBSuccess) throw std::runtime_error("the oracle's database was not opened");
    handles_->database.reset(database);
    duckdb_connect(database, &connection);
    handles_->connection.reset(connection);
}

Oracle::~Oracle() = default;

base::Result<void> Oracle::run(const std::string& sql) {
    const auto rows = lines(sql);
    if (!rows) return rows.error();
    return {};
}

base::Result<std::vector<std::string>> Oracle::lines(const std::string& sql) {
    infra::duckdb::QueryResult result;
    if (duckdb_query(handles_->connection.get(), sql.c_str(), result.get()) != DuckDBSuccess) {
        return base::Error(base::ErrorCode::kInternal, duckdb_result_error(result.get()));
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

base::Result<std::vector<std::string>> oracle_lines(const std::string& ndjson_file, const std::string& sql) {
    Oracle oracle;
    const auto created = oracle.run("CREATE VIEW input AS SELECT * FROM read_json('" + ndjson_file +
                                    "', format = 'newline_delimited', union_by_name = true, sample_size = -1)");
    if (!created) return created.error();
    return oracle.lines(sql);
}

}  // namespace tests::opal
