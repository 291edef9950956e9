#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include "infra/duckdb/duckdb_query_store.hpp"
#include "infra/runtime/run_async.hpp"

namespace tests {

/// A query store over an empty directory of its own, removed at the end.
class StoreFixture {
public:
    explicit StoreFixture(std::size_t running_max = 4, std::size_t waiting_max = 4,
                          std::size_t memory_bytes_max = std::size_t{256} << 20) {
        std::string pattern = std::filesystem::temp_directory_path() / "opalite-duckdb-XXXXXX";
        root_ = ::mkdtemp(pattern.data());
        infra::duckdb::DuckDbQueryStoreConfig config;
        config.segment_directory = root_ / "segments";
        config.temp_directory = root_ / "tmp";
        config.memory_bytes_max = memory_bytes_max;
        config.temp_bytes_max = std::size_t{1} << 20;
        config.queries_running_max = running_max;
        config.queries_waiting_max = waiting_max;
        store_ = std::move(infra::duckdb::DuckDbQueryStore::open(config).value());
    }
    ~StoreFixture() {
        store_.reset();
        std::filesystem::remove_all(root_);
    }
    StoreFixture(const StoreFixture&) = delete;
    StoreFixture& operator=(const StoreFixture&) = delete;

    infra::duckdb::DuckDbQueryStore& store() { return *store_; }
    std::filesystem::path segments() const { return root_ / "segments"; }

private:
    std::filesystem::path root_;
    std::unique_ptr<infra::duckdb::DuckDbQueryStore> store_;
};

inline domain::base::Timestamp in_a_minute() { return domain::base::SystemClock().now() + std::chrono::minutes(1); }

inline domain::query::ExecutableQuery text_query(std::string sql, std::size_t columns = 1) {
    domain::query::ExecutableQuery query;
    query.sql = std::move(sql);
    for (std::size_t i = 0; i < columns; ++i) {
        query.columns.push_back({"c" + std::to_string(i), domain::catalog::Type::kString});
    }
    return query;
}

/// The rows of a query whose columns are all texts; a null is `NULL`.
inline domain::base::Task<domain::base::Result<std::vector<std::vector<std::string>>>> rows_of(
    domain::query::QueryStore& store, domain::query::ExecutableQuery query) {
    std::vector<std::vector<std::string>> rows;
    auto stream = co_await store.run(std::move(query), in_a_minute());
    if (!stream) co_return stream.error();
    for (;;) {
        auto batch = co_await (*stream)->next();
        if (!batch) co_return batch.error();
        if (!*batch) co_return rows;
        for (std::size_t row = 0; row < (*batch)->rows(); ++row) {
            auto& cells = rows.emplace_back();
            for (const auto& column : (*batch)->columns()) {
                const auto* texts = column.values<domain::query::StringCell>();
                cells.emplace_back(column.is_valid(row) ? texts[row].view() : std::string_view("NULL"));
            }
        }
    }
}

}  // namespace tests
