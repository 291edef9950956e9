#include "domain/opal/sql/dialect.hpp"

namespace domain::opal::sql {
namespace {

std::string quote(std::string_view text, char mark) {
    std::string quoted(1, mark);
    for (const char c : text) {
        if (c == mark) quoted += mark;
        // A NUL ends statements in the query store; no valid name or path holds one.
        if (c != '\0') quoted += c;
    }
    return quoted + mark;
}

}  // namespace

std::string quote_identifier(std::string_view name) { return quote(name, '"'); }
std::string quote_text(std::string_view text) { return quote(text, '\''); }

std::string column_name(check::ColumnId column) { return "v" + std::to_string(column.value()); }

std::string_view type_name(check::Type type) {
    using check::Type;
    switch (type) {
        case Type::kBool: return "BOOLEAN";
        case Type::kInt64:
        case Type::kTimestamp:
        case Type::kDuration: return "BIGINT";
        case Type::kFloat64:
        case Type::kNumeric: return "DOUBLE";
        case Type::kIpv4: return "UINTEGER";
        case Type::kString:
        case Type::kObject:
        case Type::kArray:
        case Type::kVariant:
        case Type::kTdigest:
        case Type::kHistogram:
        case Type::kExponentialHistogram: return "VARCHAR";
    }
    return "VARCHAR";
}

std::string null_of(check::Type type) { return "CAST(NULL AS " + std::string(type_name(type)) + ")"; }

}  // namespace domain::opal::sql
