#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/csv/table_form.hpp"

namespace domain::csv {

/// What a file is to become.
struct TableDraft {
    std::optional<std::vector<TableColumn>> schema;
    std::vector<std::string> primary_key;  ///< columns; empty: none
    std::optional<std::string> label;      ///< column
};

/// One thing in a file that cannot be.
struct Mistake {
    std::size_t row = 0;     ///< from 1, the header included; 0: of the whole file
    std::size_t column = 0;  ///< from 1; 0: of the whole row
    std::string name;        ///< of the column, when there is one
    std::string value;       ///< the beginning of it, printable
    std::string what;        ///< `not an int64`
    friend bool operator==(const Mistake&, const Mistake&) = default;
};

/// `row 3, column 2 (port): not an int64: 80x`
std::string to_text(const Mistake& mistake);

/// A file that can become a table.
struct TableReview {
    TableForm form;
    std::int64_t rows = 0;  ///< without the header
};

/// Looks for no more mistakes after this many.
inline constexpr std::size_t mistakes_max = 20;

/// Reads a whole file: its form, every cell, the uniqueness of the key. Gives the review, or the first mistakes in order of
/// the rows (what is wrong with the file as a whole, alone). Takes 16 bytes for each row when there is a primary key. `seed`
/// is by chance, so that nobody can make keys of one hash.
std::variant<TableReview, std::vector<Mistake>> review(std::string_view text, const TableDraft& draft, std::uint64_t seed);

}  // namespace domain::csv
