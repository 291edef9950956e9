#pragma once

#include <string>

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// A typed script as text for explain and tests, a statement a line. Columns are `#id`:
///
///     source input 0
///     filter op.eq(#2, "error")
///     statsby keys [#1=#1] aggregates [#9=count()]
///     output Table [#1 service string, #9 n int64] key [#1]
std::string print(const Script& script);
std::string print(const Statement& statement);
std::string print(const Expr& expr);
std::string print(const DatasetState& state);

}  // namespace domain::opal::check
