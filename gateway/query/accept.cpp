#include "gateway/query/accept.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "gateway/query/csv_encoder.hpp"
#include "gateway/query/ndjson_encoder.hpp"

namespace gateway::query {
namespace {

/// Removes and returns what stands before the separator.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

std::string normalized(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ' && c != '\t') result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

bool has_parameter(std::string_view parameters, std::string_view wanted) {
    while (!parameters.empty()) {
        if (normalized(take_until(parameters, ';')) == wanted) return true;
    }
    return false;
}

}  // namespace

std::unique_ptr<ResultEncoder> make_encoder(std::string_view accept, const std::vector<domain::catalog::Column>& columns) {
    while (!accept.empty()) {
        std::string_view parameters = take_until(accept, ',');
        const std::string type = normalized(take_until(parameters, ';'));
        if (type == "application/x-ndjson") {
            const bool native = has_parameter(parameters, "numbers=native");
            return std::make_unique<NdjsonEncoder>(columns, native ? NumberStyle::kNative : NumberStyle::kText);
        }
        if (type == "text/csv") {
            const bool readable = has_parameter(parameters, "times=rfc3339");
            return std::make_unique<CsvEncoder>(columns, readable ? TimeStyle::kRfc3339 : TimeStyle::kNanoseconds);
        }
    }
    return std::make_unique<CsvEncoder>(columns, TimeStyle::kNanoseconds);
}

bool wants_json(std::string_view accept) {
    while (!accept.empty()) {
        std::string_view parameters = take_until(accept, ',');
        const std::string type = normalized(take_until(parameters, ';'));
        if (type == "application/json") return true;
        if (type.starts_with("text/")) return false;
    }
    return false;
}

bool wants_events(std::string_view accept) {
    while (!accept.empty()) {
        std::string_view parameters = take_until(accept, ',');
        if (normalized(take_until(parameters, ';')) == "text/event-stream") return true;
    }
    return false;
}

NumberStyle ndjson_numbers(std::string_view accept) {
    while (!accept.empty()) {
        std::string_view parameters = take_until(accept, ',');
        take_until(parameters, ';');
        if (has_parameter(parameters, "numbers=native")) return NumberStyle::kNative;
    }
    return NumberStyle::kText;
}

}  // namespace gateway::query
