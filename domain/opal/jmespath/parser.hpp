#pragma once

#include <string_view>
#include <variant>

#include "domain/opal/jmespath/ast.hpp"

namespace domain::opal::jmespath {

/// Expressions nest at most so deep.
inline constexpr int kDepthMax = 100;

/// Reads an expression:
///
///     expression := operand { step | operator expression }
///     operand    := name | "*" | "@" | literal | "(" expression ")" | "!" expression | list | object | bracket | call
///     step       := "." ( name | "*" | list | object | call ) | bracket
///     bracket    := "[" ( number | [number] ":" [number] [ ":" [number] ] | "*" ) "]" | "[]" | "[?" expression "]"
///     list       := "[" expression { "," expression } "]"
///     object     := "{" name ":" expression { "," name ":" expression } "}"
///     call       := plain-name "(" [ argument { "," argument } ] ")"          argument := expression | "&" expression
///     operator   := "|" | "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">="  weakest first; comparisons are equal
///     literal    := "`" JSON "`" | "'" text "'"
///
/// What follows `*`, `[]`, a slice or a filter applies to each of the values found (a projection), up to a `|`, an operator
/// or a closing mark. Functions are looked up, and their arguments counted, here.
std::variant<Node, Fault> parse(std::string_view text);

}  // namespace domain::opal::jmespath
