#pragma once

#include <string>
#include <string_view>

#include "domain/opal/check/typed_ast.hpp"

/// How DuckDB writes things: the only place that quotes.
namespace domain::opal::sql {

/// `"name"`: any text as an identifier.
std::string quote_identifier(std::string_view name);
/// `'text'`: a constant where the query store does not accept a parameter (names of files, and the arguments that its
/// functions prepare themselves for while the statement is bound).
std::string quote_text(std::string_view text);

/// The name of a column inside the statement, `v7`. Names of users never occur: they are case-sensitive, SQL's are not. The
/// columns of segments are called c0, c1, …
std::string column_name(check::ColumnId column);

/// The type that holds values of an OPAL type (domain/catalog/schema.hpp).
std::string_view type_name(check::Type type);
/// `CAST(NULL AS VARCHAR)`
std::string null_of(check::Type type);

}  // namespace domain::opal::sql
