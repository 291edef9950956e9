#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace infra::cli {

/// Prints CSV (as the service writes it) as a table for people: columns aligned by the first rows, long cells cut at
/// the cell width's bound, control characters shown as spaces. Takes the text in pieces of any size.
class TablePrinter {
public:
    explicit TablePrinter(std::ostream& out) : out_(out) {}

    void feed(std::string_view csv);
    /// Prints what is left and the number of rows.
    void finish();

private:
    using Row = std::vector<std::string>;

    void end_row();
    void print_waiting();
    void print(const Row& row);

    std::ostream& out_;
    std::vector<Row> waiting_;           ///< rows that decide the widths
    std::vector<std::size_t> widths_;    ///< empty until they are decided
    Row row_;
    std::string cell_;
    bool quoted_ = false;
    bool quote_seen_ = false;            ///< inside quotes, the last byte was a quote
    bool row_begun_ = false;
    std::size_t rows_ = 0;               ///< printed or waiting, the header included
};

}  // namespace infra::cli
