#include "domain/opal/source/source_text.hpp"

#include <algorithm>
#include <utility>

namespace domain::opal::source {

SourceText::SourceText(std::string text, std::string name) : text_(std::move(text)), name_(std::move(name)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const bool is_lone_cr = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
        if (text_[i] == '\n' || is_lone_cr) line_starts_.push_back(i + 1);
    }
}

std::string_view SourceText::text(Span span) const {
    const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
    const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
    return std::string_view(text_).substr(begin, end - begin);
}

Place SourceText::place(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::size_t>(after - line_starts_.begin());
    const std::size_t start = line_starts_[line - 1];
    return {line, 1 + character_count(std::string_view(text_).substr(start, offset - start))};
}

std::string_view SourceText::line(std::size_t number) const {
    if (number == 0 || number > line_starts_.size()) return {};
    const std::size_t begin = line_starts_[number - 1];
    std::size_t end = number < line_starts_.size() ? line_starts_[number] : text_.size();
    while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
    return std::string_view(text_).substr(begin, end - begin);
}

std::size_t character_count(std::string_view text) {
    // Continuation bytes (10xxxxxx) belong to the character that began before them.
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace domain::opal::source
