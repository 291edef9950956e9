#pragma once

#include <optional>
#include <string>

#include "domain/opal/check/typed_ast.hpp"
#include "domain/opal/source/diagnostic.hpp"

namespace domain::opal::check {

/// Checks pattern and flags (c case-sensitive, i ignore case, m multi-line, s dot matches newline) by compiling them;
/// reports what is wrong with them at the span.
std::optional<Regex> check_regex_text(const std::string& pattern, const std::string& flags, Span span,
                                      source::Diagnostics& diagnostics);

}  // namespace domain::opal::check
