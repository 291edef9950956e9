#pragma once

#include <optional>
#include <string>

#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::format {

/// The script in canonical form, ending with a line feed unless it is empty. Nothing when it has syntax errors: they are in
/// `diagnostics` then. Meaning, literals, names and comments stay as they are; at most one blank line in a row stays.
std::optional<std::string> format(const source::SourceText& source, source::Diagnostics& diagnostics);

}  // namespace domain::opal::format
