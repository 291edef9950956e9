#pragma once

#include <optional>
#include <string>

#include "domain/opal/check/expression_checker.hpp"

namespace domain::opal::check {

/// `frame(back:…, ahead:…)` and `frame_exact(…)`: constant durations that are not negative. Reports anything else about
/// `verb`.
std::optional<Frame> check_frame(ExpressionChecker& expressions, const Scope& scope, const ast::Call& call,
                                 const std::string& verb);

/// Whether the expression is a call of an argument function for frames.
const ast::Call* frame_call(const ast::Expr& expr);

}  // namespace domain::opal::check
