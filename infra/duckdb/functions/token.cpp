#include <string>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/utf8.hpp"

// Tokens: the non-empty pieces of a text between delimiters.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// Between words stands what is neither a letter nor a digit; letters beyond ASCII are letters.
struct BetweenWords {
    bool operator()(std::string_view point) const {
        const char c = point.front();
        return point.size() == 1 && !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    }
};

struct OneOf {
    std::string_view delimiters;
    bool operator()(std::string_view point) const { return delimiters.find(point) != std::string_view::npos; }
};

/// Takes the next token off the text; empty when there is none.
template <class IsDelimiter>
std::string_view take_token(std::string_view& text, IsDelimiter is_delimiter) {
    std::string_view point = first_code_point(text);
    while (!point.empty() && is_delimiter(point)) {
        text.remove_prefix(point.size());
        point = first_code_point(text);
    }
    const std::string_view rest = text;
    while (!point.empty() && !is_delimiter(point)) {
        text.remove_prefix(point.size());
        point = first_code_point(text);
    }
    return rest.substr(0, rest.size() - text.size());
}

template <class IsDelimiter>
void append_tokens(std::string& result, std::string_view text, IsDelimiter is_delimiter) {
    result = "[";
    for (auto token = take_token(text, is_delimiter); !token.empty(); token = take_token(text, is_delimiter)) {
        if (result.size() > 1) result += ',';
        json_text::append_quoted(result, token);
    }
    result += ']';
}

bool tokenize(std::string& result, std::string_view text) {
    append_tokens(result, text, BetweenWords{});
    return true;
}

bool tokenize_at(std::string& result, std::string_view text, std::string_view delimiters) {
    append_tokens(result, text, OneOf{delimiters});
    return true;
}

/// Token number `part`, from 1. No delimiters: the text is one token, or none when it is empty, too.
bool tokenize_part(std::string& result, std::string_view text, std::string_view delimiters, std::int64_t part) {
    for (; part > 0; --part) {
        const std::string_view token = take_token(text, OneOf{delimiters});
        if (token.empty()) return false;
        result = token;
    }
    return !result.empty();
}

}  // namespace

void register_token_functions(Registry& registry) {
    registry.add("opalite_tokenize", &tokenize);
    registry.add("opalite_tokenize_at", &tokenize_at);
    registry.add("opalite_tokenize_part", &tokenize_part);
}

}  // namespace infra::duckdb::functions
