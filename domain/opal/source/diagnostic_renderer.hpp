#pragma once

#include <string>

#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::source {

/// A diagnostic with the line it is about, the span underlined, the hint behind the carets:
///
///     error: the field "levl" does not exist among fields [timestamp, level]
///       2 | filter levl = "error"
///         |        ^^^^ did you mean "level"?
///
/// A named source is shown as ` --> name:line:column` after the message. Long lines are cut around the span, control
/// characters appear as spaces, a span over several lines is underlined on its first line. Ends with a line feed.
std::string render(const Diagnostic& diagnostic, const SourceText& source);

/// All of them, sorted by place, one after the other.
std::string render(const Diagnostics& diagnostics, const SourceText& source);

/// One line: `2:8: error: the field "levl" does not exist …; did you mean "level"?`
std::string render_line(const Diagnostic& diagnostic, const SourceText& source);

}  // namespace domain::opal::source
