#include "gateway/collect/csv_decoder.hpp"

#include <algorithm>
#include <unordered_set>

#include "gateway/collect/text_position.hpp"
#include "gateway/http/json_text.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

}  // namespace

Result<bool> CsvDecoder::step() {
    if (!started_) {
        started_ = true;
        if (const auto begun = begin(); !begun) return begun.error();
    }
    const std::size_t stop = reader_.offset() + kStepBytes;
    while (reader_.offset() < stop && !payload_.failed()) {
        const auto more = reader_.next();
        if (!more) return more.error();
        if (!*more) return true;
        if (const auto row = write_row(); !row) return row.error();
    }
    return payload_.failed();
}

/// Checks the bytes and reads the header.
Result<void> CsvDecoder::begin() {
    if (const auto fault = first_invalid_utf8(body_)) return malformed("CSV", body_, *fault, "invalid UTF-8");
    const auto more = reader_.next();
    if (!more) return more.error();
    if (!*more) return {};
    std::unordered_set<std::string> names;
    for (const domain::csv::Value& value : reader_.values()) {
        std::string name(domain::csv::plain(value, buffer_));
        if (names.contains(name)) return fault(prefixes_.size(), "two columns have the same name: " + name);
        std::string prefix;
        http::append_json_string(prefix, name);
        prefixes_.push_back(prefix + ":\"");
        names.insert(std::move(name));
    }
    return {};
}

Result<void> CsvDecoder::write_row() {
    const std::size_t count = reader_.values().size();
    const std::string expected = "values than the header has, which are ";
    if (count > prefixes_.size()) return fault(prefixes_.size(), "more " + expected + std::to_string(prefixes_.size()));
    if (count < prefixes_.size()) return fault(count, "fewer " + expected + std::to_string(prefixes_.size()));
    payload_.begin();
    payload_.append("{");
    first_in_row_ = true;
    for (std::size_t column = 0; column < count; ++column) write_value(column);
    payload_.append("}");
    payload_.end();
    return {};
}

void CsvDecoder::write_value(std::size_t column) {
    const domain::csv::Value& value = reader_.values()[column];
    if (value.text.empty()) return;
    if (!first_in_row_) payload_.append(",");
    first_in_row_ = false;
    payload_.append(prefixes_[column]);
    payload_.append_escaped(domain::csv::plain(value, buffer_));
    payload_.append("\"");
}

Error CsvDecoder::fault(std::size_t column, std::string_view what) const {
    return Error(ErrorCode::kInvalidArgument,
                 "malformed CSV in " + domain::csv::place(reader_.row(), column + 1) + ": " + std::string(what));
}

}  // namespace gateway::collect
