#include <array>

#include "domain/opal/sql/function_templates.hpp"

namespace domain::opal::sql {
namespace {

// The query store adds BIGINTs as HUGEINT; a sum outside BIGINT is a query error. `any_not_null` promises no order.
// The aggregates that depend on more than their operands are in aggregate_emitter.cpp.
constexpr std::array kAggregate{
    FunctionTemplate{"any_not_null", "any_value({0})"},
    FunctionTemplate{"array_union_agg", "opalite_array_union_agg({0})"},
    FunctionTemplate{"histogram_combine", "opalite_sketch_sum({0})"},
    FunctionTemplate{"max", "max({0})"},
    FunctionTemplate{"min", "min({0})"},
    FunctionTemplate{"object_agg", "opalite_object_agg({0}, {1})"},
    FunctionTemplate{"otel_exponential_histogram_sum", "opalite_sketch_sum({0})"},
    FunctionTemplate{"otel_histogram_sum", "opalite_sketch_sum({0})"},
    FunctionTemplate{"prom_quantile", "opalite_prom_quantile({0}, {2}, {1})"},
    FunctionTemplate{"string_agg_distinct", "string_agg(DISTINCT {0}, {1} ORDER BY {0})"},
    FunctionTemplate{"sum", "sum({0})"},
    FunctionTemplate{"sum:int64", "CAST(sum({0}){@} AS BIGINT)"},
    FunctionTemplate{"sum:duration", "CAST(sum({0}){@} AS BIGINT)"},
    FunctionTemplate{"tdigest_agg", "opalite_tdigest_agg(CAST({0} AS DOUBLE))"},
    FunctionTemplate{"tdigest_combine", "opalite_sketch_sum({0})"},
    FunctionTemplate{"topk_agg", "opalite_topk_agg({0}, {1})"},
};

}  // namespace

std::span<const FunctionTemplate> aggregate_templates() { return kAggregate; }

}  // namespace domain::opal::sql
