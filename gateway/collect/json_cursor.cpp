#include "gateway/collect/json_cursor.hpp"

#include "domain/base/byte_search.hpp"
#include "domain/base/limits.hpp"
#include "gateway/collect/json_string.hpp"
#include "gateway/collect/text_position.hpp"

namespace gateway::collect {
namespace {

namespace limits = domain::base::limits;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 63));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 63));
        put(0x80 | (code & 63));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 63));
        put(0x80 | (code >> 6 & 63));
        put(0x80 | (code & 63));
    }
}

std::uint32_t code_unit(std::string_view digits) {
    return static_cast<std::uint32_t>(std::stoul(std::string(digits.substr(0, 4)), nullptr, 16));
}

/// `escape` was checked.
void append_unescaped(std::string& out, std::string_view escape) {
    switch (escape[1]) {
        case 'b': out += '\b'; return;
        case 'f': out += '\f'; return;
        case 'n': out += '\n'; return;
        case 'r': out += '\r'; return;
        case 't': out += '\t'; return;
        case 'u': break;
        default: out += escape[1]; return;
    }
    std::uint32_t code = code_unit(escape.substr(2));
    if (escape.size() > 6) code = 0x10000 + ((code & 0x3ff) << 10) + (code_unit(escape.substr(8)) & 0x3ff);
    append_utf8(out, code);
}

/// Length of the number at the front of `text`, 0 when it is none.
std::size_t number_length(std::string_view text) {
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return at > begin;
    };
    if (text.starts_with('-')) ++at;
    if (at < text.size() && text[at] == '0') ++at;
    else if (!digits()) return 0;
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (!digits()) return 0;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        if (!digits()) return 0;
    }
    return at;
}

}  // namespace

void JsonCursor::fail_at(std::size_t offset, std::string_view what) {
    if (!fault_) fault_ = malformed("JSON", text_, offset, what);
}

void JsonCursor::unexpected() { fail_at(offset_, "expected something else, found " + describe_character(text_, offset_)); }

char JsonCursor::peek() {
    if (failed()) return '\0';
    while (offset_ < text_.size() &&
           (text_[offset_] == ' ' || text_[offset_] == '\n' || text_[offset_] == '\r' || text_[offset_] == '\t')) {
        ++offset_;
    }
    token_ = offset_;
    if (offset_ == text_.size()) return '\0';
    if (text_[offset_] == '\0') unexpected();
    return failed() ? '\0' : text_[offset_];
}

bool JsonCursor::open(char bracket) {
    if (peek() != bracket) {
        if (!failed()) {
            fail_at(offset_, std::string("expected ") + (bracket == '{' ? "an object" : "an array") + ", found " +
                                 describe_character(text_, offset_));
        }
        return false;
    }
    ++offset_;
    first_ = true;
    return true;
}

/// True when another member or element follows.
bool JsonCursor::step_in(char closing) {
    const bool first = first_;
    first_ = false;
    const char next = peek();
    if (failed()) return false;
    if (next == closing) {
        ++offset_;
        return false;
    }
    if (first) return true;
    if (next != ',') {
        unexpected();
        return false;
    }
    ++offset_;
    return true;
}

bool JsonCursor::next_key(std::string& key) {
    if (!step_in('}') || !read_string(key)) return false;
    if (peek() != ':') {
        if (!failed()) unexpected();
        return false;
    }
    ++offset_;
    return true;
}

bool JsonCursor::next_element() { return step_in(']'); }

bool JsonCursor::read_string(std::string& out) {
    out.clear();
    if (peek() != '"') {
        if (!failed()) fail_at(offset_, "expected a string, found " + describe_character(text_, offset_));
        return false;
    }
    return pass_string(&out);
}

bool JsonCursor::pass_string(std::string* out) {
    std::size_t at = offset_ + 1;
    for (;;) {
        const std::size_t stop = domain::base::find_escapable(text_, at);
        if (out != nullptr) out->append(text_, at, stop - at);
        if (stop == text_.size()) {
            fail_at(offset_, "string is not closed");
            return false;
        }
        if (text_[stop] == '"') {
            offset_ = stop + 1;
            return true;
        }
        if (text_[stop] != '\\') {
            fail_at(stop, "control character in a string");
            return false;
        }
        const EscapeCheck escape = check_escape(text_.substr(stop));
        if (escape.fault != nullptr) {
            fail_at(stop, escape.fault);
            return false;
        }
        if (out != nullptr) append_unescaped(*out, text_.substr(stop, escape.length));
        at = stop + escape.length;
    }
}

std::string_view JsonCursor::read_plain() {
    if (peek() == '\0') {
        if (!failed()) fail_at(offset_, "expected a value, found the end of the body");
        return {};
    }
    const std::string_view rest = text_.substr(offset_);
    std::size_t length = number_length(rest);
    for (const std::string_view literal : {"true", "false", "null"}) {
        if (rest.starts_with(literal)) length = literal.size();
    }
    if (length == 0) {
        fail_at(offset_, "expected a value, found " + describe_character(text_, offset_));
        return {};
    }
    offset_ += length;
    return rest.substr(0, length);
}

std::string_view JsonCursor::skip(std::size_t depth) {
    peek();
    const std::size_t begin = offset_;
    if (!skip_value(depth)) return {};
    return text_.substr(begin, offset_ - begin);
}

bool JsonCursor::skip_value(std::size_t depth) {
    if (depth > limits::json_depth_max) {
        fail_at(offset_, "nesting is too deep, the limit is " + std::to_string(limits::json_depth_max));
        return false;
    }
    const char type = peek();
    if (type == '"') return pass_string(nullptr);
    if (type == '{' || type == '[') {
        open(type);
        std::string key;
        while (type == '{' ? next_key(key) : next_element()) {
            if (!skip_value(depth + 1)) return false;
        }
        return !failed();
    }
    read_plain();
    return !failed();
}

}  // namespace gateway::collect
