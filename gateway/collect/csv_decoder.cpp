#include "gateway/collect/csv_decoder.hpp"

#include <algorithm>
#include <unordered_set>

#include "gateway/collect/byte_search.hpp"
#include "gateway/collect/text_position.hpp"
#include "gateway/http/json_text.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

constexpr std::size_t kStepBytes = domain::base::limits::kMiB;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string without_doubled_quotes(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        plain += text[i];
        if (text[i] == '"') ++i;
    }
    return plain;
}

}  // namespace

Result<bool> CsvDecoder::step() {
    if (!started_) {
        if (const auto fault = first_invalid_utf8(body_)) return malformed("CSV", body_, *fault, "invalid UTF-8");
        if (body_.starts_with(kByteOrderMark)) offset_ = kByteOrderMark.size();
        started_ = true;
        if (!skip_empty_lines()) return true;
        const auto header = read_header();
        if (!header) return header.error();
    }
    const std::size_t stop = offset_ + kStepBytes;
    while (skip_empty_lines() && offset_ < stop && !payload_.failed()) {
        ++row_;
        const auto row = read_row();
        if (!row) return row.error();
    }
    return offset_ >= body_.size() || payload_.failed();
}

/// False at the end of the body.
bool CsvDecoder::skip_empty_lines() {
    while (offset_ < body_.size()) {
        const std::string_view rest = body_.substr(offset_, 2);
        if (rest.front() == '\n') offset_ += 1;
        else if (rest == "\r\n") offset_ += 2;
        else return true;
    }
    return false;
}

Result<void> CsvDecoder::read_header() {
    std::unordered_set<std::string> names;
    for (Next next = Next::kValue; next == Next::kValue;) {
        const std::size_t column = prefixes_.size();
        if (column == kColumnsMax) return fault(column, "too many columns, the limit is 10000");
        const auto read = read_value(column);
        if (!read) return read.error();
        next = *read;
        std::string name = value_.escaped ? without_doubled_quotes(value_.text) : std::string(value_.text);
        if (names.contains(name)) return fault(column, "two columns have the same name: " + name);
        std::string prefix;
        http::append_json_string(prefix, name);
        prefixes_.push_back(prefix + ":\"");
        names.insert(std::move(name));
    }
    return {};
}

Result<void> CsvDecoder::read_row() {
    payload_.begin();
    payload_.append("{");
    first_in_row_ = true;
    std::size_t column = 0;
    for (Next next = Next::kValue; next == Next::kValue; ++column) {
        if (column == prefixes_.size()) {
            return fault(column, "more values than the header has, which are " + std::to_string(prefixes_.size()));
        }
        const auto read = read_value(column);
        if (!read) return read.error();
        next = *read;
        write_value(column);
    }
    if (column < prefixes_.size()) {
        return fault(column, "fewer values than the header has, which are " + std::to_string(prefixes_.size()));
    }
    payload_.append("}");
    payload_.end();
    return {};
}

void CsvDecoder::write_value(std::size_t column) {
    if (value_.text.empty()) return;
    if (!first_in_row_) payload_.append(",");
    first_in_row_ = false;
    payload_.append(prefixes_[column]);
    if (value_.escaped) payload_.append_escaped(without_doubled_quotes(value_.text));
    else payload_.append_escaped(value_.text);
    payload_.append("\"");
}

Result<CsvDecoder::Next> CsvDecoder::read_value(std::size_t column) {
    if (offset_ < body_.size() && body_[offset_] == '"') return read_quoted(column);
    const std::size_t begin = offset_;
    offset_ = find_either(body_, offset_, ',', '\n');
    value_ = {body_.substr(begin, offset_ - begin), false};
    const bool line_ends = offset_ < body_.size() && body_[offset_] == '\n';
    if (line_ends && value_.text.ends_with('\r')) value_.text.remove_suffix(1);
    return after_value();
}

Result<CsvDecoder::Next> CsvDecoder::read_quoted(std::size_t column) {
    const std::size_t begin = ++offset_;
    value_.escaped = false;
    for (;;) {
        const std::size_t quote = body_.find('"', offset_);
        if (quote == std::string_view::npos) return fault(column, "a quote is not closed");
        offset_ = quote + 1;
        if (offset_ == body_.size() || body_[offset_] != '"') {
            value_.text = body_.substr(begin, quote - begin);
            break;
        }
        value_.escaped = true;
        ++offset_;
    }
    const std::string_view rest = body_.substr(offset_, 2);
    if (rest == "\r\n") ++offset_;
    else if (!rest.empty() && rest.front() != ',' && rest.front() != '\n') return fault(column, "text after a closing quote");
    return after_value();
}

/// Steps over the comma or line end behind a value.
CsvDecoder::Next CsvDecoder::after_value() {
    if (offset_ == body_.size()) return Next::kRow;
    return body_[offset_++] == ',' ? Next::kValue : Next::kRow;
}

Error CsvDecoder::fault(std::size_t column, std::string_view what) const {
    return Error(ErrorCode::kInvalidArgument, "malformed CSV in row " + std::to_string(row_) + ", column " +
                                                  std::to_string(column + 1) + ": " + std::string(what));
}

}  // namespace gateway::collect
