#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "domain/base/result.hpp"

namespace consumers::landing {

/// Finds the places of a JSON text where something begins (brackets, colons, commas, and the first byte of strings and
/// scalars) with simdjson's first stage, which also checks UTF-8 and that strings end. Works on the text as it lies, which
/// may hold many documents one after the other. Buffers are reused from call to call.
class StructuralIndex {
public:
    StructuralIndex();
    ~StructuralIndex();
    StructuralIndex(const StructuralIndex&) = delete;
    StructuralIndex& operator=(const StructuralIndex&) = delete;

    /// Indexes all of `text`. Fails with kInvalidArgument.
    domain::base::Result<void> index(std::string_view text);
    /// Indexes the documents that end within `text`, a beginning of something longer; none is a failure.
    domain::base::Result<void> index_beginning(std::string_view text);

    /// Ascending offsets; one more follows, at or beyond the end of the last document.
    const std::uint32_t* begin() const;
    const std::uint32_t* end() const;

private:
    struct Parser;
    domain::base::Result<void> run(std::string_view text, bool is_whole);

    std::unique_ptr<Parser> parser_;
};

/// A place in an indexed text. Moving beyond the end is the caller's fault; peek() there gives 0.
struct Cursor {
    const char* text = nullptr;
    const std::uint32_t* at = nullptr;
    const std::uint32_t* end = nullptr;

    bool done() const { return at == end; }
    char peek() const { return at == end ? '\0' : text[*at]; }
    std::uint32_t offset() const { return *at; }
    const char* here() const { return text + *at; }

    /// One past the last byte of the scalar or bracket at `place`: the white space before the next place is not its.
    std::uint32_t token_end(const std::uint32_t* place) const {
        std::uint32_t last = place[1];
        while (last > *place + 1 && is_space(text[last - 1])) --last;
        return last;
    }

    /// The bytes between the quotes of the string here. False when it is none.
    bool string(std::string_view& raw) const {
        if (peek() != '"') return false;
        const std::uint32_t last = token_end(at);
        if (last < *at + 2 || text[last - 1] != '"') return false;
        raw = std::string_view(text + *at + 1, last - *at - 2);
        return true;
    }

    std::string_view scalar() const { return {here(), token_end(at) - *at}; }

    /// Moves over one value and gives its text; false when it does not end.
    bool skip(std::string_view& value);

    static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
};

}  // namespace consumers::landing
