#pragma once

#include <string>
#include <vector>

#include "domain/query/query_store.hpp"

namespace tests::opal {

/// The rows of a stream, a line each, cells between commas: null is `∅`, times are RFC 3339, durations nanoseconds. The
/// first line holds the names of the columns.
domain::base::Task<domain::base::Result<std::vector<std::string>>> result_lines(domain::query::RowStream& stream);

/// The rows of plain SQL in a DuckDB of its own, over a view `input` that reads the NDJSON file; without a header.
domain::base::Result<std::vector<std::string>> oracle_lines(const std::string& ndjson_file, const std::string& sql);

}  // namespace tests::opal
