#include "domain/opal/source/diagnostic_renderer.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace domain::opal::source {
namespace {

constexpr std::size_t kLineCharactersMax = 120;
constexpr std::size_t kLeadCharacters = 60;  // kept before the span when a line is cut

/// The characters of a line, control characters as spaces.
std::vector<std::string> characters(std::string_view line) {
    std::vector<std::string> result;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U && !result.empty()) {
            result.back() += c;
        } else {
            result.emplace_back(1, byte < 0x20U || byte == 0x7FU ? ' ' : c);
        }
    }
    return result;
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceText& source) {
    const Place begin = source.place(diagnostic.span.begin);
    const Place end = source.place(diagnostic.span.end);
    const std::vector<std::string> line = characters(source.line(begin.line));

    const std::size_t first = begin.column - 1;
    const std::size_t last = end.line == begin.line ? end.column - 1 : std::max(line.size(), first);
    std::size_t from = 0;
    if (line.size() > kLineCharactersMax && first > kLeadCharacters) from = first - kLeadCharacters;
    const std::size_t to = std::min(line.size(), from + kLineCharactersMax);

    std::string text = from > 0 ? "…" : "";
    const std::size_t shift = (from > 0 ? 1 : 0) + first - from;
    for (std::size_t i = from; i < to; ++i) text += line[i];
    if (to < line.size()) text += "…";
    const std::size_t visible_end = std::min(last, std::max(to, first + 1));
    const std::size_t carets = std::max<std::size_t>(1, visible_end > first ? visible_end - first : 1);

    const std::string number = std::to_string(begin.line);
    std::string result = std::string(name(diagnostic.severity)) + ": " + diagnostic.message + "\n";
    if (!source.name().empty()) {
        result += " --> " + source.name() + ":" + number + ":" + std::to_string(begin.column) + "\n";
    }
    result += "  " + number + " | " + text + "\n";
    result += "  " + std::string(number.size(), ' ') + " | " + std::string(shift, ' ') + std::string(carets, '^');
    if (!diagnostic.hint.empty()) result += " " + diagnostic.hint;
    return result + "\n";
}

std::string render(const Diagnostics& diagnostics, const SourceText& source) {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.sorted()) result += render(diagnostic, source);
    return result;
}

std::string render_line(const Diagnostic& diagnostic, const SourceText& source) {
    const Place place = source.place(diagnostic.span.begin);
    std::string result = std::to_string(place.line) + ":" + std::to_string(place.column) + ": " +
                         std::string(name(diagnostic.severity)) + ": " + diagnostic.message;
    if (!diagnostic.hint.empty()) result += "; " + diagnostic.hint;
    return result;
}

}  // namespace domain::opal::source
