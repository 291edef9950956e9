#pragma once

#include <string>
#include <string_view>

namespace infra::duckdb::functions {

/// Finds one text in many, ignoring the case of ASCII letters: 16 places at a time by first and last byte, the rest of the
/// needle only where both agree.
class SubstringSearch {
public:
    /// `needle` is in lower case and has ASCII characters only.
    explicit SubstringSearch(std::string needle) : needle_(std::move(needle)) {}

    bool occurs_in(std::string_view text) const;

private:
    bool stands_at(const char* place) const;
    bool occurs_in_rest(std::string_view text, std::size_t at) const;

    std::string needle_;
};

}  // namespace infra::duckdb::functions
