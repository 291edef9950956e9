#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "domain/opal/format/words.hpp"

namespace domain::opal::format {

/// How many characters a line has where a statement can be broken.
inline constexpr std::size_t kLineCharactersMax = 100;

/// The lines of a statement without a line end behind the last one; `indent` is that of the first line, which is part of the
/// text. A long statement is broken behind commas, before `or` and `and`, and inside parentheses; one with a comment
/// inside keeps the lines that it has.
std::string lay_out(std::span<const Word> words, std::size_t indent);

}  // namespace domain::opal::format
