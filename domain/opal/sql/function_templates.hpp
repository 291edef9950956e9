#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::sql {

/// How a call is written in SQL. `function` is the canonical name, alone or narrowed: `round/2` (two operands),
/// `string:float64` (type of the first operand). The narrowest row counts: name/arity:type, name/arity, name:type, name.
///
/// `{0}` is an operand, `{*}` all of them with commas, `{@}` the end of the query store's own call in an aggregate that does
/// more with it (there a window goes; without the mark it goes to the end); no row repeats an operand, so texts grow with the query only. A bad
/// value gives null, never an error: `TRY(…)` is there where the plain SQL raises.
struct FunctionTemplate {
    std::string_view function;
    std::string_view sql;
};

/// Scalar functions and operators.
std::span<const FunctionTemplate> scalar_templates();
/// Aggregates without an order of their own. Aggregates do not nest, so here a row may repeat an operand.
std::span<const FunctionTemplate> aggregate_templates();

/// The row for a call, or nullptr.
const FunctionTemplate* find_template(std::span<const FunctionTemplate> table, std::string_view function,
                                      const std::vector<check::Expr>& operands);

/// Whether calls of the function can be emitted: by a row of the table or by code of their own (expression_emitter.cpp).
bool has_scalar_sql(std::string_view function);
bool has_aggregate_sql(std::string_view function);

}  // namespace domain::opal::sql
