#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/source/span.hpp"

namespace domain::opal::source {

/// A place as people count: both from 1, the column in characters (Unicode code points).
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
    friend bool operator==(const Place&, const Place&) = default;
};

/// How many Unicode code points UTF-8 text has.
std::size_t character_count(std::string_view text);

/// The text of one OPAL script, with a name for messages (the stage's id, or empty).
class SourceText {
public:
    explicit SourceText(std::string text, std::string name = {});

    const std::string& text() const { return text_; }
    const std::string& name() const { return name_; }

    /// The bytes of a span; spans beyond the end are cut.
    std::string_view text(Span span) const;

    /// The place of a byte offset; an offset beyond the end is the place after the last character.
    Place place(std::size_t offset) const;

    /// The line with this number (from 1) without its line end; empty when there is none.
    std::string_view line(std::size_t number) const;

private:
    std::string text_;
    std::string name_;
    std::vector<std::size_t> line_starts_;
};

}  // namespace domain::opal::source
