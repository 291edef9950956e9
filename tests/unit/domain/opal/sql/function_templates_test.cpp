#include "domain/opal/sql/function_templates.hpp"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "domain/opal/check/functions.hpp"
#include "domain/opal/plan/expression.hpp"

namespace {

using domain::opal::check::FunctionKind;
namespace sql = domain::opal::sql;

/// Functions that the checker replaces (check/functions.hpp), or that a rewrite does (rewrite/bind_window.cpp).
const std::set<std::string_view> kReplaced{
    "eq", "ne", "lt", "lte", "gt", "gte", "same", "search", "regex", "path_exists", "row_timestamp", "row_end_time",
    "delta", "deriv", "rate", "m", "m_exponential_histogram", "m_histogram", "m_object", "m_tdigest", "metric",
    "query_start_time", "query_end_time", "bin_start_time", "bin_end_time", "bin_size",
    "array_null", "bool_null", "duration_null", "exponential_histogram_null", "float64_null", "histogram_null", "int64_null",
    "label", "numeric_null", "object_null", "window", "string_null", "tdigest_null", "timestamp_null", "variant_null",
};

TEST_CASE("every function of the table has SQL") {
    for (const auto& function : domain::opal::check::functions()) {
        if (kReplaced.contains(function.name)) continue;
        INFO(function.name);
        switch (function.kind) {
            case FunctionKind::kOperator:
            case FunctionKind::kScalar: CHECK(sql::has_scalar_sql(function.name)); break;
            case FunctionKind::kAggregate: CHECK(sql::has_aggregate_sql(function.name)); break;
            // Written by the emitter of window calls.
            case FunctionKind::kWindow:
            case FunctionKind::kArgument: break;
        }
    }
}

TEST_CASE("no scalar template repeats an operand") {
    for (const auto& row : sql::scalar_templates()) {
        for (const char digit : std::string("0123")) {
            const std::string hole = std::string("{") + digit + "}";
            const std::size_t first = row.sql.find(hole);
            INFO(row.function << ": " << row.sql);
            CHECK((first == std::string_view::npos || row.sql.find(hole, first + 1) == std::string_view::npos));
        }
    }
}

TEST_CASE("the narrowest template counts") {
    using domain::catalog::Type;
    namespace plan = domain::opal::plan;
    const auto number = plan::int_literal(1);
    CHECK(sql::find_template(sql::scalar_templates(), "string", {number})->function == "string:int64");
    CHECK(sql::find_template(sql::scalar_templates(), "round", {number, number})->function == "round/2");
    CHECK(sql::find_template(sql::scalar_templates(), "round", {number})->function == "round");
    CHECK(sql::find_template(sql::scalar_templates(), "nope", {number}) == nullptr);
}

}  // namespace
