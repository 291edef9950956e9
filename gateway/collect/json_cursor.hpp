#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "domain/base/result.hpp"

namespace gateway::collect {

/// Reads a JSON text from front to end, for formats whose JSON has to be taken apart (the observations of /v1/http are not: see
/// json_scanner.hpp). The text is valid UTF-8. Checks everything it passes. Failures stick: after one, every call does nothing
/// and gives nothing; error() tells.
class JsonCursor {
public:
    explicit JsonCursor(std::string_view text) : text_(text) {}

    /// The first character of the next token, which names its type; 0 at the end.
    char peek();
    bool at_end() { return peek() == '\0'; }
    std::size_t offset() const { return offset_; }

    /// `if (cursor.open('{')) while (cursor.next_key(key)) …`: each key must be followed by one value. False at the closing brace.
    bool open(char bracket);
    bool next_key(std::string& key);
    /// The same for an array.
    bool next_element();

    /// The content of a string without its escapes.
    bool read_string(std::string& out);
    /// The text of a number, `true`, `false`, `null`.
    std::string_view read_plain();
    /// The text of the next value, whatever it is; `depth` says how deep it stands itself.
    std::string_view skip(std::size_t depth = 1);

    /// Reports a fault of one's own at the last token.
    void fail(std::string_view what) { fail_at(token_, what); }
    bool failed() const { return fault_.has_value(); }
    const domain::base::Error& error() const { return *fault_; }

private:
    bool step_in(char closing);
    bool skip_value(std::size_t depth);
    bool pass_string(std::string* out);
    void fail_at(std::size_t offset, std::string_view what);
    void unexpected();

    std::string_view text_;
    std::size_t offset_ = 0;
    std::size_t token_ = 0;
    bool first_ = false;  // right after an opening bracket
    std::optional<domain::base::Error> fault_;
};

}  // namespace gateway::collect
