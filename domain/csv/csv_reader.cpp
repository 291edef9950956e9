#include "domain/csv/csv_reader.hpp"

#include "domain/base/byte_search.hpp"

namespace domain::csv {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

std::string_view plain(const Value& value, std::string& buffer) {
    if (!value.escaped) return value.text;
    buffer.clear();
    for (std::size_t i = 0; i < value.text.size(); ++i) {
        buffer += value.text[i];
        if (value.text[i] == '"') ++i;
    }
    return buffer;
}

std::string place(std::size_t row, std::size_t column) {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

CsvReader::CsvReader(std::string_view text) : text_(text) {
    if (text_.starts_with(kByteOrderMark)) offset_ = kByteOrderMark.size();
}

base::Result<bool> CsvReader::next() {
    if (!skip_empty_lines()) return false;
    ++row_;
    values_.clear();
    for (Next next = Next::kValue; next == Next::kValue;) {
        if (values_.size() == kColumnsMax) {
            return fault("too many columns, the limit is " + std::to_string(kColumnsMax));
        }
        const auto read = read_value();
        if (!read) return read.error();
        next = *read;
    }
    return true;
}

/// False at the end of the text.
bool CsvReader::skip_empty_lines() {
    while (offset_ < text_.size()) {
        const std::string_view rest = text_.substr(offset_, 2);
        if (rest.front() == '\n') offset_ += 1;
        else if (rest == "\r\n") offset_ += 2;
        else return true;
    }
    return false;
}

base::Result<CsvReader::Next> CsvReader::read_value() {
    if (offset_ < text_.size() && text_[offset_] == '"') return read_quoted();
    const std::size_t begin = offset_;
    offset_ = base::find_either(text_, offset_, ',', '\n');
    std::string_view value = text_.substr(begin, offset_ - begin);
    const bool line_ends = offset_ < text_.size() && text_[offset_] == '\n';
    if (line_ends && value.ends_with('\r')) value.remove_suffix(1);
    values_.push_back({value});
    return after_value();
}

base::Result<CsvReader::Next> CsvReader::read_quoted() {
    const std::size_t begin = ++offset_;
    bool escaped = false;
    for (;;) {
        const std::size_t quote = text_.find('"', offset_);
        if (quote == std::string_view::npos) return fault("a quote is not closed");
        offset_ = quote + 1;
        if (offset_ == text_.size() || text_[offset_] != '"') {
            const std::string_view rest = text_.substr(offset_, 2);
            if (rest == "\r\n") ++offset_;
            else if (!rest.empty() && rest.front() != ',' && rest.front() != '\n') return fault("text after a closing quote");
            values_.push_back({text_.substr(begin, quote - begin), true, escaped});
            return after_value();
        }
        escaped = true;
        ++offset_;
    }
}

/// Steps over the comma or line end behind a value.
CsvReader::Next CsvReader::after_value() {
    if (offset_ == text_.size()) return Next::kRow;
    return text_[offset_++] == ',' ? Next::kValue : Next::kRow;
}

base::Error CsvReader::fault(std::string_view what) const {
    return base::Error(base::ErrorCode::kInvalidArgument,
                       "malformed CSV in " + place(row_, values_.size() + 1) + ": " + std::string(what));
}

}  // namespace domain::csv
