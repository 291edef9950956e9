#pragma once

#include <optional>
#include <string_view>

#include "domain/opal/ast/ast.hpp"

namespace domain::opal::parse {

/// Reads a number token: int64 (`42`, `0x1F`, `0123` is octal), float64 (`1.5`, `2e3`), duration (`5m`, `1h30m`, units ns us
/// ms s m h d w). A leading minus is part of the text. Nothing when it is none of these or out of range.
std::optional<ast::Literal> parse_number(std::string_view text);

/// Reads `10.0.0.0/8`, `10.1.2.3` or `10.1.*.*` at the start of a text; `length` is what it took. Nothing when the text does
/// not start with one.
struct NetworkText {
    ast::Ipv4Network network;
    std::size_t length = 0;
};
std::optional<NetworkText> parse_network(std::string_view text);

}  // namespace domain::opal::parse
