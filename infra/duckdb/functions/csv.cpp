#include <optional>
#include <string>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"

// Lines of comma-separated values (RFC 4180).
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// The field without its quotes, from the line's start; nothing when a quote does not close or text follows it.
std::optional<std::string> take_quoted(std::string_view& line) {
    std::string field;
    line.remove_prefix(1);
    while (true) {
        const std::size_t quote = line.find('"');
        if (quote == std::string_view::npos) return std::nullopt;
        field += line.substr(0, quote);
        line.remove_prefix(quote + 1);
        if (!line.starts_with('"')) return field;
        field += '"';
        line.remove_prefix(1);
    }
}

std::optional<std::string> take_field(std::string_view& line, std::string_view separator) {
    if (line.starts_with('"')) {
        auto field = take_quoted(line);
        return line.empty() || line.starts_with(separator) ? field : std::nullopt;
    }
    const std::string_view field = line.substr(0, line.find(separator));
    if (field.find_first_of("\"\r\n") != std::string_view::npos) return std::nullopt;
    line.remove_prefix(field.size());
    return std::string(field);
}

/// `\n` `\r` `\t` as what they stand for, any other character without the backslash before it.
std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            result += text[at];
            continue;
        }
        const char c = text[++at];
        result += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
    return result;
}

/// The fields as a JSON array of texts; null when the line is malformed.
bool parse_csv(std::string& result, std::string_view line, bool unescapes, std::string_view separator) {
    if (separator.empty() || separator.find('"') != std::string_view::npos) return false;
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    result.assign(1, '[');  // not `= "["`: g++ 12 warns of an overlap then
    while (true) {
        const auto field = take_field(line, separator);
        if (!field) return false;
        json_text::append_quoted(result, unescapes ? unescaped(*field) : *field);
        if (line.empty()) break;
        line.remove_prefix(separator.size());
        result += ',';
    }
    result += ']';
    return true;
}

}  // namespace

void register_csv_functions(Registry& registry) { registry.add("opalite_parse_csv", &parse_csv); }

}  // namespace infra::duckdb::functions
