#include "domain/catalog/json_text.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace domain::catalog::json_text {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// `at` stands on the opening quote; the result on the byte after the closing one.
std::size_t string_end(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return kNone;
}

std::optional<std::uint32_t> hex4(std::string_view raw, std::size_t at) {
    if (at + 4 > raw.size()) return std::nullopt;
    std::uint32_t value = 0;
    const char* const first = raw.data() + at;
    const auto [end, error] = std::from_chars(first, first + 4, value, 16);
    if (error != std::errc() || end != first + 4) return std::nullopt;
    return value;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | (code >> 6));
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3F));
        byte(0x80 | ((code >> 6) & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

/// Reads `XXXX` after `\u`, with the second half of a surrogate pair when there is one; moves `at` behind it.
std::optional<std::uint32_t> code_point(std::string_view raw, std::size_t& at) {
    const auto high = hex4(raw, at);
    if (!high) return std::nullopt;
    at += 4;
    if (*high < 0xD800 || *high > 0xDFFF) return high;
    if (*high > 0xDBFF || raw.substr(at, 2) != "\\u") return std::nullopt;
    const auto low = hex4(raw, at + 2);
    if (!low || *low < 0xDC00 || *low > 0xDFFF) return std::nullopt;
    at += 6;
    return 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00);
}

char simple_escape(char c) {
    switch (c) {
        case '"': case '\\': case '/': return c;
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return '\0';
    }
}

/// The key's text; a key that has no UTF-8 keeps its raw bytes behind a byte that no text starts with.
std::string comparable(std::string_view raw_key) {
    std::string key;
    if (!append_unescaped(key, raw_key)) key.append("\xFF").append(raw_key);
    return key;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::size_t value_end(std::string_view text, std::size_t at) {
    if (at >= text.size()) return kNone;
    if (text[at] == '"') return string_end(text, at);
    if (text[at] != '{' && text[at] != '[') {
        const std::size_t end = text.find_first_of(",]} \n\r\t:\"{[", at);
        if (end == at) return kNone;
        return end == kNone ? text.size() : end;
    }
    std::size_t depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = string_end(text, at);
            if (at == kNone) return kNone;
            continue;
        }
        ++at;
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) return at;
    }
    return kNone;
}

Reader::Reader(std::string_view container) : text_(trimmed(container)) {
    if (text_.empty()) return;
    if (text_.front() == '{') close_ = '}';
    if (text_.front() == '[') close_ = ']';
    at_ = 1;
}

void Reader::skip_space() {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ',')) ++at_;
}

bool Reader::next_value(std::string_view& value) {
    const std::size_t end = value_end(text_, at_);
    if (end == kNone) return false;
    value = text_.substr(at_, end - at_);
    at_ = end;
    return true;
}

bool Reader::next_member(std::string_view& raw_key, std::string_view& value) {
    if (close_ != '}') return false;
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '"' || !next_value(raw_key)) return false;
    raw_key = raw_key.substr(1, raw_key.size() - 2);
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ':')) ++at_;
    return next_value(value);
}

bool Reader::next_element(std::string_view& value) {
    if (close_ != ']') return false;
    skip_space();
    return at_ < text_.size() && text_[at_] != ']' && next_value(value);
}

bool append_unescaped(std::string& out, std::string_view raw) {
    const std::size_t before = out.size();
    std::size_t at = 0;
    while (at < raw.size()) {
        const std::size_t slash = raw.find('\\', at);
        out.append(raw, at, slash == kNone ? kNone : slash - at);
        if (slash == kNone) return true;
        at = slash + 2;
        const char kind = slash + 1 < raw.size() ? raw[slash + 1] : '\0';
        if (const char plain = simple_escape(kind); plain != '\0') {
            out.push_back(plain);
            continue;
        }
        const auto code = kind == 'u' ? code_point(raw, at) : std::nullopt;
        if (!code) {
            out.resize(before);
            return false;
        }
        append_utf8(out, *code);
    }
    return true;
}

void append_quoted(std::string& out, std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out.push_back('"');
    std::size_t copied = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') [[likely]] continue;
        out.append(text, copied, i - copied);
        copied = i + 1;
        switch (c) {
            case '"': out.append("\\\""); break;
            case '\\': out.append("\\\\"); break;
            case '\b': out.append("\\b"); break;
            case '\f': out.append("\\f"); break;
            case '\n': out.append("\\n"); break;
            case '\r': out.append("\\r"); break;
            case '\t': out.append("\\t"); break;
            default: out.append("\\u00").append(1, kHex[c >> 4]).append(1, kHex[c & 15]);
        }
    }
    out.append(text, copied);
    out.push_back('"');
}

void append_number(std::string& out, double value) {
    std::array<char, 32> buffer;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    out.append(digits);
    if (digits.find_first_of(".en") == kNone) out.append(".0");
}

void append_minified(std::string& out, std::string_view json) {
    std::size_t at = 0;
    while (at < json.size()) {
        if (json[at] == '"') {
            const std::size_t end = string_end(json, at);
            out.append(json, at, end == kNone ? kNone : end - at);
            if (end == kNone) return;
            at = end;
        } else {
            if (!is_space(json[at])) out.push_back(json[at]);
            ++at;
        }
    }
}

bool has_duplicate_keys(std::string_view object) {
    std::unordered_map<std::string, bool> seen;
    Reader reader(object);
    std::string_view key;
    std::string_view value;
    while (reader.next_member(key, value)) {
        if (!seen.emplace(comparable(key), true).second) return true;
    }
    return false;
}

void append_without_duplicates(std::string& out, std::string_view json) {
    struct Member {
        std::string_view key;
        std::string_view value;
    };
    json = trimmed(json);
    Reader reader(json);
    std::string_view key;
    std::string_view value;
    if (json.starts_with('{')) {
        std::vector<Member> members;
        std::unordered_map<std::string, std::size_t> places;
        while (reader.next_member(key, value)) {
            const auto [place, is_new] = places.emplace(comparable(key), members.size());
            if (is_new) members.push_back(Member{key, value});
            members[place->second].value = value;
        }
        out.push_back('{');
        for (const Member& member : members) {
            if (&member != members.data()) out.push_back(',');
            out.append(1, '"').append(member.key).append("\":");
            append_without_duplicates(out, member.value);
        }
        out.push_back('}');
    } else if (json.starts_with('[')) {
        out.push_back('[');
        for (bool first = true; reader.next_element(value); first = false) {
            if (!first) out.push_back(',');
            append_without_duplicates(out, value);
        }
        out.push_back(']');
    } else {
        out.append(json);
    }
}

}  // namespace domain::catalog::json_text
