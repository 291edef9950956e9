#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/catalog/schema.hpp"
#include "domain/csv/csv_reader.hpp"

namespace domain::csv {

struct TableColumn {
    std::string name;
    catalog::Type type = catalog::Type::kString;
    friend bool operator==(const TableColumn&, const TableColumn&) = default;
};

/// How a file is read as a table.
struct TableForm {
    std::vector<TableColumn> columns;
    bool has_header = false;  ///< the first row names the columns
    friend bool operator==(const TableForm&, const TableForm&) = default;
};

/// True for a name that a column can have: 1 to 255 bytes of UTF-8, no control characters, none of `"`, `.` and `:`.
bool is_column_name(std::string_view name);

/// Finds the form of a file by its first row. With a schema the row is a header when its values are the schema's names;
/// without one, when they are distinct column names and not all of them numbers, and all columns are strings; a file without
/// header and schema has the columns col0, col1, ….
///
/// Fails with kInvalidArgument: too many columns (limits::opal_columns_max), a schema of another width.
base::Result<TableForm> table_form(const std::vector<Value>& first_row, const std::optional<std::vector<TableColumn>>& schema);

/// The first fault of a schema: a malformed or repeated name, a type that no cell can have, too many columns.
base::Result<void> check_schema(const std::vector<TableColumn>& schema);

}  // namespace domain::csv
