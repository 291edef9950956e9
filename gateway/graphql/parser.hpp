#pragma once

#include <string_view>

#include "domain/base/result.hpp"
#include "gateway/graphql/ast.hpp"

namespace gateway::graphql {

/// Reads a document:
///
///     document   := { operation | fragment }
///     operation  := selections | ( "query" | "mutation" ) [ Name ] [ "(" { variable } ")" ] selections
///     fragment   := "fragment" Name "on" Name selections
///     variable   := "$" Name ":" type [ "=" value ]
///     type       := ( Name | "[" type "]" ) [ "!" ]
///     selections := "{" selection { selection } "}"
///     selection  := [ Name ":" ] Name [ arguments ] { directive } [ selections ]
///                 | "..." Name { directive }
///                 | "..." [ "on" Name ] { directive } selections
///     arguments  := "(" { Name ":" value } ")"
///     directive  := "@" Name [ arguments ]
///     value      := "$" Name | number | string | "true" | "false" | "null" | Name | "[" { value } "]" | "{" { Name ":" value } "}"
///
/// Fails with kInvalidArgument, naming line and column, on everything else, and beyond the bounds of ast.hpp. Pure.
domain::base::Result<Document> parse(std::string_view text);

}  // namespace gateway::graphql
