#include <array>

#include "domain/opal/sql/function_templates.hpp"

namespace domain::opal::sql {
namespace {

// The query store adds BIGINTs as HUGEINT; a sum outside BIGINT is a query error. `any` promises no order, and needs none.
// The aggregates that depend on more than their operands are in aggregate_emitter.cpp.
constexpr std::array kAggregate{
    FunctionTemplate{"any", "any_value({0})"},
    FunctionTemplate{"any_not_null", "any_value({0})"},
    FunctionTemplate{"max", "max({0})"},
    FunctionTemplate{"min", "min({0})"},
    FunctionTemplate{"string_agg_distinct", "string_agg(DISTINCT {0}, {1} ORDER BY {0})"},
    FunctionTemplate{"sum", "sum({0})"},
    FunctionTemplate{"sum:int64", "CAST(sum({0}){@} AS BIGINT)"},
    FunctionTemplate{"sum:duration", "CAST(sum({0}){@} AS BIGINT)"},
};

}  // namespace

std::span<const FunctionTemplate> aggregate_templates() { return kAggregate; }

}  // namespace domain::opal::sql
