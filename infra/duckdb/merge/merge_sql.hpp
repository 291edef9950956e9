#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/catalog/segment.hpp"

namespace infra::duckdb::merge {

/// A constant: `'text'`.
std::string quoted_text(std::string_view text);

/// Files whose columns are the same.
struct SourceFiles {
    const domain::catalog::SegmentLayout* layout = nullptr;
    std::string list;  ///< as a constant of SQL
};

/// The segments' files, those of equal layout together, otherwise in the order given. `directory` ends with a slash and precedes
/// the segments' files. The layouts are those of the segments.
std::vector<SourceFiles> source_files(std::span<const domain::catalog::Segment> segments, const std::string& directory);

/// One column of all rows; `expression` is of one column.
std::string column_statement(const SourceFiles& files, const std::string& expression);

/// What the files' metadata says of columns whose different values were counted: name, rows with a value, different values at
/// most in a row group, their sum over the row groups, bytes. Column chunks in which they were not counted are left out.
std::string facts_statement(const SourceFiles& files);

}  // namespace infra::duckdb::merge
