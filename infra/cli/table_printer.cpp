#include "infra/cli/table_printer.hpp"

#include <algorithm>

namespace infra::cli {
namespace {

constexpr std::size_t kRowsForWidths = 500;
constexpr std::size_t kCellWidthMax = 80;

/// Code points, as a stand-in for columns on the screen.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The longest prefix of at most `width` code points.
std::string_view cut(std::string_view text, std::size_t width) {
    std::size_t points = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U && ++points > width) return text.substr(0, i);
    }
    return text;
}

}  // namespace

void TablePrinter::feed(std::string_view csv) {
    for (const char c : csv) {
        if (quote_seen_) {
            quote_seen_ = false;
            if (c == '"') {
                cell_ += '"';
                continue;
            }
            quoted_ = false;
        }
        row_begun_ = row_begun_ || c != '\n';
        if (quoted_) {
            if (c == '"') quote_seen_ = true;
            else cell_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        } else if (c == '"') {
            quoted_ = true;
        } else if (c == ',') {
            row_.push_back(std::move(cell_));
            cell_.clear();
        } else if (c == '\n') {
            end_row();
        } else if (c != '\r') {
            cell_ += c;
        }
    }
}

void TablePrinter::end_row() {
    row_.push_back(std::move(cell_));
    cell_.clear();
    row_begun_ = false;
    ++rows_;
    if (!widths_.empty()) {
        print(row_);
    } else {
        waiting_.push_back(row_);
        if (waiting_.size() > kRowsForWidths) print_waiting();
    }
    row_.clear();
}

void TablePrinter::print_waiting() {
    if (waiting_.empty()) return;
    widths_.assign(waiting_.front().size(), 1);
    for (const Row& row : waiting_) {
        for (std::size_t i = 0; i < std::min(row.size(), widths_.size()); ++i) {
            widths_[i] = std::min(kCellWidthMax, std::max(widths_[i], width_of(row[i])));
        }
    }
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
        print(waiting_[i]);
        if (i > 0) continue;
        Row rule;
        for (const std::size_t width : widths_) rule.emplace_back(width, '-');
        print(rule);
    }
    waiting_.clear();
}

void TablePrinter::print(const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t width = i < widths_.size() ? widths_[i] : kCellWidthMax;
        const std::string_view text = cut(row[i], width);
        out_ << (i > 0 ? "  " : "") << text;
        if (i + 1 < row.size()) out_ << std::string(width - width_of(text), ' ');
    }
    out_ << '\n';
}

void TablePrinter::finish() {
    if (quote_seen_) quote_seen_ = quoted_ = false;
    if (row_begun_) end_row();
    print_waiting();
    const std::size_t data_rows = rows_ == 0 ? 0 : rows_ - 1;
    out_ << '(' << data_rows << (data_rows == 1 ? " row)" : " rows)") << std::endl;
}

}  // namespace infra::cli
