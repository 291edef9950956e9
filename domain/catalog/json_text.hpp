#pragma once

#include <string>
#include <string_view>

/// JSON as text: the segment format keeps some values as the client's own bytes, and these functions look into them
/// without building a tree. They expect valid JSON; on anything else they stop early, and never read outside the text.
namespace domain::catalog::json_text {

/// The text without JSON white space at both ends.
std::string_view trimmed(std::string_view text);

/// One past the end of the value that starts at text[at] (no white space before it); npos when it is malformed.
std::size_t value_end(std::string_view text, std::size_t at);

/// Walks the members of an object's text or the elements of an array's text.
class Reader {
public:
    /// `container` starts with `{` or `[`; anything else has no members.
    explicit Reader(std::string_view container);

    /// The next member of an object: its key as it stands between the quotes, and its value's text. False at the end.
    bool next_member(std::string_view& raw_key, std::string_view& value);
    /// The next element of an array. False at the end.
    bool next_element(std::string_view& value);

private:
    bool next_value(std::string_view& value);
    void skip_space();

    std::string_view text_;
    std::size_t at_ = 0;
    char close_ = '\0';
};

/// Appends the text that the JSON string with these bytes between its quotes stands for. False, with `out` as it was, on a
/// malformed escape and on half a surrogate pair, which has no UTF-8.
bool append_unescaped(std::string& out, std::string_view raw);

/// Appends a JSON string with its quotes. Only what must be escaped is, so equal texts give equal bytes.
void append_quoted(std::string& out, std::string_view text);

/// Appends the shortest text that reads back as the same number and as no integer: `1.0`, `0.1`, `1e+22`.
void append_number(std::string& out, double value);

/// Appends a value's text without white space between its tokens.
void append_minified(std::string& out, std::string_view json);

/// True when the object's own members repeat a key; `{"a":1,"\u0061":2}` does.
bool has_duplicate_keys(std::string_view object);

/// Appends the value with, in every object in it, the last value of each key, at the place of the key's first.
void append_without_duplicates(std::string& out, std::string_view json);

}  // namespace domain::catalog::json_text
