#include <algorithm>
#include <optional>
#include <string>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/utf8.hpp"

// URIs: percent encoding as in ECMAScript (encodeURI and its like), and the parts of a URL.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

constexpr std::string_view kHex = "0123456789ABCDEF";
constexpr std::string_view kReserved = ";/?:@&=+$,#";

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_unreserved(char c) {
    return is_ascii_letter(c) || is_digit(c) || std::string_view("-_.!~*'()").find(c) != std::string_view::npos;
}

template <bool is_component>
bool encode(std::string& result, std::string_view text) {
    for (const char c : text) {
        if (is_unreserved(c) || (!is_component && kReserved.find(c) != std::string_view::npos)) {
            result += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        result += '%';
        result += kHex[byte >> 4U];
        result += kHex[byte & 15U];
    }
    return true;
}

std::optional<unsigned> hex_digit(char c) {
    if (is_digit(c)) return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return std::nullopt;
}

/// A whole URI keeps the escapes of reserved characters: they would change its structure.
template <bool is_component>
bool decode(std::string& result, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            result += text[at];
            continue;
        }
        if (at + 2 >= text.size()) return false;
        const auto high = hex_digit(text[at + 1]);
        const auto low = hex_digit(text[at + 2]);
        if (!high || !low) return false;
        const char byte = static_cast<char>(*high << 4U | *low);
        if (!is_component && kReserved.find(byte) != std::string_view::npos) result += text.substr(at, 3);
        else result += byte;
        at += 2;
    }
    return is_utf8(result);
}

/// Takes what stands before the first `mark`, and the mark, off the text; nothing when there is no mark.
std::optional<std::string_view> take_before(std::string_view& text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(at + mark.size());
    return before;
}

/// `a=1&b` as {"a":"1","b":""}, escapes as they are; the last of equal names wins.
void append_parameters(std::string& out, std::string_view query) {
    std::string members = "{";
    while (!query.empty()) {
        std::string_view value = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(value.size() + 1, query.size()));
        const std::size_t equals = value.find('=');
        const std::string_view name = value.substr(0, equals);
        value = equals == std::string_view::npos ? std::string_view() : value.substr(equals + 1);
        if (name.empty()) continue;
        if (members.size() > 1) members += ',';
        json_text::append_quoted(members, name);
        members += ':';
        json_text::append_quoted(members, value);
    }
    members += '}';
    json_text::append_without_duplicates(out, members);
}

void append_part(std::string& out, std::string_view key, const std::optional<std::string_view>& value) {
    out += out.size() > 1 ? ",\"" : "\"";
    out.append(key).append("\":");
    if (value) json_text::append_quoted(out, *value);
    else out += "null";
}

/// The parts of a URL with a scheme, named as Snowflake's PARSE_URL does: texts, null where a part is missing; the path has
/// no slash in front, the host keeps a user's name.
bool parse_url(std::string& result, std::string_view text) {
    if (text.find_first_of(" \t\r\n") != std::string_view::npos) return false;
    const auto scheme = take_before(text, ":");
    if (!scheme || scheme->empty() || !is_ascii_letter(scheme->front())) return false;
    std::string lower_scheme;
    for (const char c : *scheme) {
        if (!is_ascii_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return false;
        lower_scheme += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    std::optional<std::string_view> fragment;
    std::optional<std::string_view> query;
    std::string_view rest = text;
    if (const auto before = take_before(rest, "#")) fragment = rest, rest = *before;
    std::string_view after_path = rest;
    if (const auto before = take_before(after_path, "?")) query = after_path, rest = *before;
    std::optional<std::string_view> host;
    std::optional<std::string_view> port;
    if (rest.starts_with("//")) {
        rest.remove_prefix(2);
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        host = rest.substr(0, slash);
        rest.remove_prefix(slash);
        // A colon inside brackets belongs to an IPv6 address, one before an @ to a password.
        const std::size_t colon = host->rfind(':');
        const bool has_port = colon != std::string_view::npos &&
                              host->find_first_of("]@", colon) == std::string_view::npos;
        if (has_port) {
            port = host->substr(colon + 1);
            host = host->substr(0, colon);
            if (port->empty() || port->size() > 5 || !std::all_of(port->begin(), port->end(), is_digit)) return false;
        }
        if (host->empty() && lower_scheme != "file") return false;
    }
    std::optional<std::string_view> path;
    if (!rest.empty()) path = rest.substr(rest.front() == '/' ? 1 : 0);
    result.assign(1, '{');  // not `= "{"`: g++ 12 warns of an overlap then
    append_part(result, "fragment", fragment);
    append_part(result, "host", host);
    result += ",\"parameters\":";
    if (query) append_parameters(result, *query);
    else result += "null";
    append_part(result, "path", path);
    append_part(result, "port", port);
    append_part(result, "query", query);
    append_part(result, "scheme", lower_scheme);
    result += '}';
    return true;
}

}  // namespace

void register_uri_functions(Registry& registry) {
    registry.add("opalite_encode_uri", &encode<false>);
    registry.add("opalite_encode_uri_component", &encode<true>);
    registry.add("opalite_decode_uri", &decode<false>);
    registry.add("opalite_decode_uri_component", &decode<true>);
    registry.add("opalite_parse_url", &parse_url);
}

}  // namespace infra::duckdb::functions
