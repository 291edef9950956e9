#include "infra/duckdb/query_error.hpp"

#include <array>
#include <optional>
#include <string>

#include "infra/duckdb/log.hpp"

namespace infra::duckdb {
namespace {

namespace base = domain::base;

/// The sentence after the kind of error, without the excerpt of SQL that may follow.
std::string_view sentence(std::string_view message) {
    message = message.substr(0, message.find('\n'));
    if (const auto colon = message.find(": "); colon != std::string_view::npos) message.remove_prefix(colon + 2);
    while (!message.empty() && (message.back() == '!' || message.back() == '.' || message.back() == ' ')) {
        message.remove_suffix(1);
    }
    return message;
}

std::string lower_ascii(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

/// What stands between two texts.
std::optional<std::string_view> between(std::string_view text, std::string_view before, std::string_view after) {
    const std::size_t begin = text.find(before);
    if (begin == std::string_view::npos) return std::nullopt;
    text.remove_prefix(begin + before.size());
    return text.substr(0, text.find(after));
}

/// The operation that left int64, as DuckDB and as OPAL name it, and the mark before its operands.
struct Overflow {
    std::string_view sentence;
    std::string_view operation;
    std::string_view operands_after;
};
constexpr std::array kOverflows{
    Overflow{"Overflow in addition", "addition", "("},
    Overflow{"Overflow in subtraction", "subtraction", "("},
    Overflow{"Overflow in multiplication", "multiplication", "("},
    Overflow{"Overflow in division of ", "division", "division of "},
    Overflow{"Overflow in negation", "negation", "("},
    Overflow{"Overflow on abs", "abs", "("},
    // Sums are computed with 128 bits, everything else that is cast with a double.
    Overflow{"Type INT128 with value", "sum", "with value "},
    Overflow{"Type DOUBLE with value", "rounding", "with value "},
};

std::optional<std::string> overflow(std::string_view text) {
    for (const Overflow& known : kOverflows) {
        if (!text.starts_with(known.sentence)) continue;
        const std::string_view end = known.operands_after == "(" ? ")" : " can't";
        const auto operands = between(text, known.operands_after, end);
        return "integer overflow in " + std::string(known.operation) + (operands ? ": " + std::string(*operands) : "");
    }
    return std::nullopt;
}

/// The message about a mistake of the query or its data.
std::string explain(std::string_view text) {
    if (auto known = overflow(text)) return *std::move(known);
    constexpr std::string_view kOutOfRange = " is out of range";
    if (text.ends_with(kOutOfRange) && text.find(' ') == text.size() - kOutOfRange.size()) {
        text.remove_suffix(kOutOfRange.size());
        return "number out of range in " + lower_ascii(text);
    }
    return text.empty() ? std::string() : lower_ascii(text.substr(0, 1)).append(text.substr(1));
}

}  // namespace

base::Error to_error(std::string_view message) {
    using base::ErrorCode;
    // An exception that DuckDB throws inside of one of our functions comes back as JSON, in the words of the function's error.
    const bool is_foreign = message.find("{\"exception_type\":") != std::string_view::npos;
    for (const std::string_view kind : {"Out of Range Error", "Conversion Error", "Invalid Input Error"}) {
        if (message.starts_with(kind) && !is_foreign) return {ErrorCode::kInvalidArgument, explain(sentence(message))};
    }
    if (message.starts_with("INTERRUPT")) return {ErrorCode::kDeadlineExceeded, "the query was interrupted"};
    log().error("statement failed", {{"detail", message}});
    if (message.starts_with("Out of Memory Error") || message.find("{\"exception_type\":\"Out of Memory\"") != std::string_view::npos) {
        return {ErrorCode::kResourceExhausted, "the query needs more memory than it may have"};
    }
    if (message.starts_with("IO Error")) return {ErrorCode::kUnavailable, "a segment could not be read"};
    return {ErrorCode::kInternal, "the query store failed"};
}

}  // namespace infra::duckdb
