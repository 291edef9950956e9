#pragma once

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// A call whose operands are constants as a constant, where verbs ask for one: sums, differences, products and signs of
/// int64 and duration, and duration_hr … duration_ms. Any other expression, and one that would overflow, comes back as it is.
Expr fold_constants(Expr expr);

}  // namespace domain::opal::check
