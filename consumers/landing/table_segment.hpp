#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/csv/cell.hpp"
#include "domain/csv/table_form.hpp"
#include "infra/duckdb/parquet/file_writer.hpp"

namespace consumers::landing {

/// Writes the rows of a reference table as a segment: each typed column is the path column of its name; what is object or
/// variant is the remainder, and only then rows have a skeleton. Of the fixed columns there are `bundle` (the upload) and
/// `idx` (the row, from 0), which give the rows an order; a table has no times.
class TableSegment {
public:
    TableSegment(const domain::csv::TableForm& form, std::string upload);
    ~TableSegment();
    TableSegment(const TableSegment&) = delete;
    TableSegment& operator=(const TableSegment&) = delete;

    /// Writes all rows of `text` and fills in rows, bytes and layout of the segment; no rows: nothing is written. Holds one
    /// row group in memory. Fails with kInvalidArgument when a row does not have the form, and as FileWriter.
    domain::base::Result<void> write(std::string_view text, infra::duckdb::parquet::FileWriter& file,
                                     domain::catalog::Segment& segment);

private:
    struct Target;

    domain::base::Error misfit() const;
    domain::base::Result<void> add(const std::vector<domain::csv::Value>& values);
    void put(Target& target, const domain::csv::Cell& cell);
    void finish_row();
    void write_skeleton();
    domain::base::Result<void> flush(infra::duckdb::parquet::FileWriter& file);

    const domain::csv::TableForm& form_;
    const std::string upload_;
    std::vector<Target> targets_;  // one for each column of the form
    infra::duckdb::parquet::StringColumn bundle_;
    infra::duckdb::parquet::Int64Column index_;
    infra::duckdb::parquet::StringColumn shape_;
    infra::duckdb::parquet::StringColumn rest_;
    bool has_rest_ = false;
    domain::csv::CellReader cells_;
    std::string buffer_;
    std::string letters_;   // of the row at hand: what its skeleton says of each column, or a blank
    std::string previous_;  // letters of `skeleton_`
    std::string skeleton_;
    std::string remainder_;
    std::size_t rows_ = 0;         // of the row group
    std::size_t group_bytes_ = 0;
    std::int64_t total_rows_ = 0;
};

}  // namespace consumers::landing
