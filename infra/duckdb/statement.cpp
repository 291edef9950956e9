#include "infra/duckdb/statement.hpp"

#include <cstddef>

#include "infra/duckdb/column_types.hpp"
#include "infra/duckdb/log.hpp"
#include "infra/duckdb/query_error.hpp"

namespace infra::duckdb {
namespace {

namespace base = domain::base;
using domain::query::StringCell;

// A cell of a result is read in place, so the two layouts must be one.
static_assert(sizeof(StringCell) == sizeof(duckdb_string_t));
static_assert(offsetof(StringCell, length) == offsetof(duckdb_string_t, value.inlined.length));
static_assert(offsetof(StringCell, inlined_or_prefix) == offsetof(duckdb_string_t, value.inlined.inlined));
static_assert(offsetof(StringCell, inlined_or_prefix) == offsetof(duckdb_string_t, value.pointer.prefix));
static_assert(offsetof(StringCell, pointer) == offsetof(duckdb_string_t, value.pointer.ptr));
static_assert(sizeof(duckdb_string_t::value.inlined.inlined) == StringCell::kInlinedMax);

/// A chunk of DuckDB's as a batch: the views point into its vectors.
class ChunkBatch final : public domain::query::RowBatch {
public:
    explicit ChunkBatch(DataChunk chunk) : chunk_(std::move(chunk)), rows_(duckdb_data_chunk_get_size(chunk_.get())) {
        const std::size_t count = duckdb_data_chunk_get_column_count(chunk_.get());
        columns_.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const duckdb_vector vector = duckdb_data_chunk_get_vector(chunk_.get(), i);
            columns_.push_back({duckdb_vector_get_data(vector), duckdb_vector_get_validity(vector)});
        }
    }
    std::size_t rows() const override { return rows_; }
    const std::vector<domain::query::ColumnView>& columns() const override { return columns_; }

private:
    DataChunk chunk_;
    std::size_t rows_;
    std::vector<domain::query::ColumnView> columns_;
};

}  // namespace

Statement::Statement(duckdb_database database) {
    duckdb_connection raw = nullptr;
    if (duckdb_connect(database, &raw) == DuckDBSuccess) connection_.reset(raw);
}

base::Error Statement::interrupted() const {
    return {base::ErrorCode::kDeadlineExceeded, "the query was interrupted"};
}

void Statement::interrupt() {
    interrupted_ = true;
    if (connection_) duckdb_interrupt(connection_.get());
}

base::Result<void> Statement::start(const domain::query::ExecutableQuery& query) {
    if (!connection_) return base::Error(base::ErrorCode::kInternal, "the query store gave no connection");
    std::string sql = query.sql;
    if (auto prepared = prepare(sql, query); !prepared) return prepared;
    const auto type_of_prepared = [this](std::size_t i) {
        return duckdb_prepared_statement_column_type(prepared_.get(), i);
    };
    // While a parameter's type is open, DuckDB shows one column of no type.
    const bool known = duckdb_prepared_statement_column_count(prepared_.get()) == query.columns.size();
    const Fit first = known ? fit(query.columns, type_of_prepared) : Fit::kUnknown;
    if (first == Fit::kNeedsCast) {
        if (auto again = prepare(with_casts(sql, query.columns, type_of_prepared), query); !again) return again;
    }
    if (auto done = execute(); !done) return done;
    if (duckdb_column_count(result_->get()) != query.columns.size()) {
        log().error("declared columns differ from the statement's", {{"declared", query.columns.size()}});
        return base::Error(base::ErrorCode::kInternal, "the query store failed");
    }
    // Types that hang on a parameter show only now.
    const auto type_of_result = [this](std::size_t i) { return duckdb_column_type(result_->get(), i); };
    if (first != Fit::kUnknown || fit(query.columns, type_of_result) == Fit::kFits) return {};
    const std::string cast = with_casts(sql, query.columns, type_of_result);
    result_.reset();
    if (auto again = prepare(cast, query); !again) return again;
    return execute();
}

base::Result<void> Statement::prepare(const std::string& sql, const domain::query::ExecutableQuery& query) {
    if (interrupted_) return interrupted();
    duckdb_prepared_statement raw = nullptr;
    const duckdb_state state = duckdb_prepare(connection_.get(), sql.c_str(), &raw);
    prepared_.reset(raw);
    if (state != DuckDBSuccess) {
        const char* const message = duckdb_prepare_error(raw);
        return to_error(message == nullptr ? "no statement" : message);
    }
    return bind(query.parameters);
}

base::Result<void> Statement::bind(const std::vector<domain::query::BoundValue>& parameters) {
    struct Binder {
        duckdb_prepared_statement statement;
        idx_t index;
        duckdb_state operator()(std::nullptr_t) const { return duckdb_bind_null(statement, index); }
        duckdb_state operator()(bool value) const { return duckdb_bind_boolean(statement, index, value); }
        duckdb_state operator()(std::int64_t value) const { return duckdb_bind_int64(statement, index, value); }
        duckdb_state operator()(double value) const { return duckdb_bind_double(statement, index, value); }
        duckdb_state operator()(const std::string& value) const {
            return duckdb_bind_varchar_length(statement, index, value.data(), value.size());
        }
    };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (std::visit(Binder{prepared_.get(), i + 1}, parameters[i]) != DuckDBSuccess) {
            log().error("parameter not bound", {{"index", i + 1}});
            return base::Error(base::ErrorCode::kInternal, "the query store failed");
        }
    }
    return {};
}

base::Result<void> Statement::execute() {
    duckdb_pending_result raw = nullptr;
    const duckdb_state state = duckdb_pending_prepared_streaming(prepared_.get(), &raw);
    const PendingResult pending(raw);
    if (state != DuckDBSuccess) return to_error(duckdb_pending_error(raw));
    // DuckDB forgets interruptions from before this point; the flag does not.
    if (interrupted_) return interrupted();
    result_ = std::make_unique<QueryResult>();
    if (duckdb_execute_pending(pending.get(), result_->get()) != DuckDBSuccess) {
        const char* message = duckdb_result_error(result_->get());
        if (message == nullptr) message = duckdb_pending_error(pending.get());
        return to_error(message == nullptr ? "no result" : message);
    }
    return {};
}

base::Result<std::unique_ptr<domain::query::RowBatch>> Statement::fetch() {
    if (interrupted_) return interrupted();
    DataChunk chunk(duckdb_fetch_chunk(result_->value()));
    if (chunk && duckdb_data_chunk_get_size(chunk.get()) > 0) {
        std::unique_ptr<domain::query::RowBatch> batch = std::make_unique<ChunkBatch>(std::move(chunk));
        return batch;
    }
    const char* const message = duckdb_result_error(result_->get());
    if (message != nullptr && *message != '\0') return to_error(message);
    return std::unique_ptr<domain::query::RowBatch>();
}

}  // namespace infra::duckdb
