#pragma once

#include <string>

#include "domain/opal/ast/ast.hpp"

namespace domain::opal::ast {

/// The script as OPAL text in one form: a statement a line, operators in parentheses, strings in double quotes, durations
/// in nanoseconds. Parsing that text gives the same tree.
std::string print(const Script& script);
std::string print(const Statement& statement);
std::string print(const Expr& expr);
std::string print(const SearchTerms& terms);

/// A double-quoted string literal.
std::string quote(const std::string& text);

}  // namespace domain::opal::ast
