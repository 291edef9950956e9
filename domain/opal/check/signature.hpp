#pragma once

#include <string_view>
#include <vector>

#include "domain/opal/check/functions.hpp"

namespace domain::opal::check {

/// Reads the overloads of a function from its row in the table:
///
///     overloads  := overload { ";" overload }
///     overload   := [ parameter { "," parameter } ] "->" result
///     parameter  := name [ "?" ] [ "..." ] ":" [ "const" ] type       "?" optional, "..." repeated
///     type       := "T" [ "(" types ")" ] | "text" | "regex" | types
///     types      := word { "|" word }           a type's name, `num` (int64, float64, numeric) or `any`
///     result     := "T" | a type's name
///
/// `text` takes any type and is cast to string. A malformed row is a bug and ends the process.
std::vector<Overload> parse_signature(std::string_view text);

}  // namespace domain::opal::check
