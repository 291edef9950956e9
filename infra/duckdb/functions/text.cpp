#include <algorithm>
#include <cstdint>
#include <vector>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/utf8.hpp"

// Texts. Positions and lengths count Unicode code points; texts are valid UTF-8.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

constexpr std::int64_t kPaddedLengthMax = 1'000'000;

bool substring(std::string& result, std::string_view text, std::int64_t start, std::int64_t length) {
    if (start < 0) start = std::max<std::int64_t>(0, length_of(text) + std::max<std::int64_t>(start, -kPaddedLengthMax * 1000));
    const std::string_view rest = text.substr(offset_of(text, start));
    result = rest.substr(0, offset_of(rest, length));
    return true;
}

bool right(std::string& result, std::string_view text, std::int64_t length) {
    if (length > 0) result = text.substr(offset_of(text, std::max<std::int64_t>(0, length_of(text) - length)));
    return true;
}

bool position(std::int64_t& result, std::string_view text, std::string_view needle, std::int64_t start) {
    const std::size_t found = text.find(needle, offset_of(text, start));
    result = found == std::string_view::npos || start > length_of(text) ? -1 : length_of(text.substr(0, found));
    return true;
}

bool pad(std::string& result, std::string_view text, std::int64_t length, std::string_view fill, bool at_left) {
    length = std::clamp<std::int64_t>(length, 0, kPaddedLengthMax);
    const std::int64_t missing = length - length_of(text);
    if (missing <= 0 || fill.empty()) {
        result = text.substr(0, offset_of(text, length));
        return true;
    }
    std::string padding;
    const std::int64_t fill_length = length_of(fill);
    for (std::int64_t i = 0; i < missing / fill_length; ++i) padding += fill;
    padding += fill.substr(0, offset_of(fill, missing % fill_length));
    result = at_left ? padding.append(text) : std::string(text).append(padding);
    return true;
}

/// A JSON array of the parts. An empty separator does not divide.
bool split(std::string& result, std::string_view text, std::string_view separator) {
    result = "[";
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = separator.empty() ? std::string_view::npos : text.find(separator, begin);
        json_text::append_quoted(result, text.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos) break;
        result += ',';
        begin = end + separator.size();
    }
    result += ']';
    return true;
}

/// Part number `part` between delimiters: from 1, 0 counts as 1, negative ones from the end; empty when there is none. An empty
/// delimiter does not divide.
bool split_part(std::string& result, std::string_view text, std::string_view delimiter, std::int64_t part) {
    std::vector<std::string_view> parts;
    std::size_t end = 0;
    while (!delimiter.empty() && (end = text.find(delimiter)) != std::string_view::npos) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + delimiter.size());
    }
    parts.push_back(text);
    const auto count = static_cast<std::int64_t>(parts.size());
    const std::int64_t index = part < 0 ? (part < -count ? -1 : count + part) : std::max<std::int64_t>(part, 1) - 1;
    if (index >= 0 && index < count) result = parts[static_cast<std::size_t>(index)];
    return true;
}

}  // namespace

void register_text_functions(Registry& registry) {
    registry.add("opalite_substring", &substring);
    registry.add("opalite_right", &right);
    registry.add("opalite_position", &position);
    registry.add("opalite_pad", &pad);
    registry.add("opalite_split", &split);
    registry.add("opalite_split_part", &split_part);
}

}  // namespace infra::duckdb::functions
