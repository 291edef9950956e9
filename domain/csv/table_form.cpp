#include "domain/csv/table_form.hpp"

#include <algorithm>
#include <set>

#include <simdjson.h>

#include "domain/base/invalid_argument.hpp"
#include "domain/base/limits.hpp"
#include "domain/csv/cell.hpp"

namespace domain::csv {
namespace {

using base::Error;
using base::invalid_argument;

std::vector<std::string> texts(const std::vector<Value>& row) {
    std::vector<std::string> list;
    std::string buffer;
    for (const Value& value : row) list.emplace_back(plain(value, buffer));
    return list;
}

bool names_columns(const std::vector<std::string>& row) {
    const std::set<std::string> distinct(row.begin(), row.end());
    return distinct.size() == row.size() && std::all_of(row.begin(), row.end(), is_column_name) &&
           !std::all_of(row.begin(), row.end(), is_number);
}

std::string count(std::size_t number, const char* what) { return std::to_string(number) + " " + what; }

}  // namespace

bool is_column_name(std::string_view name) {
    constexpr std::size_t kBytesMax = 255;
    const auto is_bad = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f || c == '"' || c == '.' || c == ':';
    };
    return !name.empty() && name.size() <= kBytesMax && std::none_of(name.begin(), name.end(), is_bad) &&
           simdjson::validate_utf8(name.data(), name.size());
}

base::Result<TableForm> table_form(const std::vector<Value>& first_row, const std::optional<std::vector<TableColumn>>& schema) {
    if (first_row.size() > base::limits::opal_columns_max) {
        return invalid_argument("the file has too many columns, at most " + std::to_string(base::limits::opal_columns_max) +
                                " are allowed: " + std::to_string(first_row.size()));
    }
    const std::vector<std::string> row = texts(first_row);
    TableForm form;
    if (schema) {
        if (schema->size() != row.size()) {
            return invalid_argument(std::string("the schema has ") + (schema->size() > row.size() ? "more" : "fewer") +
                       " columns than the file: " + count(schema->size(), "in the schema, ") + count(row.size(), "in the file"));
        }
        form.columns = *schema;
        form.has_header = std::equal(row.begin(), row.end(), schema->begin(),
                                     [](const std::string& text, const TableColumn& column) { return text == column.name; });
        return form;
    }
    form.has_header = names_columns(row);
    for (std::size_t i = 0; i < row.size(); ++i) {
        form.columns.push_back({form.has_header ? row[i] : "col" + std::to_string(i), catalog::Type::kString});
    }
    return form;
}

base::Result<void> check_schema(const std::vector<TableColumn>& schema) {
    if (schema.size() > base::limits::opal_columns_max) {
        return invalid_argument("the schema has too many columns, at most " + std::to_string(base::limits::opal_columns_max) +
                                " are allowed: " + std::to_string(schema.size()));
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const std::string where = "schema column " + std::to_string(i + 1);
        if (schema[i].name.empty()) return invalid_argument(where + " has no name");
        if (!is_column_name(schema[i].name)) return invalid_argument(where + " has a malformed name: " + schema[i].name);
        if (!names.insert(schema[i].name).second) return invalid_argument(where + " has the name of another one: " + schema[i].name);
        if (!is_cell_type(schema[i].type)) {
            return invalid_argument(where + " has a type that no cell has: " + std::string(name(schema[i].type)));
        }
    }
    return {};
}

}  // namespace domain::csv
