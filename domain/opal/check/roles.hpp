#pragma once

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// Another column takes the place of an old one, with all its roles: name, times, keys, links, interfaces, order.
void replace_column(DatasetState& state, ColumnId old, ColumnId made);

}  // namespace domain::opal::check
