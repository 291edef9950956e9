#pragma once

#include <cstddef>
#include <string_view>

namespace gateway::collect {

struct EscapeCheck {
    std::size_t length = 0;       ///< of the escape: 2, 6, or 12 for a surrogate pair
    const char* fault = nullptr;  ///< what is wrong with it
};

/// Checks the escape at the front of `text`, which begins with a backslash.
EscapeCheck check_escape(std::string_view text);

/// Length of the string at the front of `text` with both quotes; it has a closing quote.
std::size_t json_string_length(std::string_view text);

struct StringFault {
    std::size_t offset = 0;
    const char* what = nullptr;  ///< null: all strings are closed and free of control characters
    bool unclosed = false;
};

/// Looks for the first string that has no end or holds a control character, in a text that begins outside strings.
StringFault find_string_fault(std::string_view text);

}  // namespace gateway::collect
