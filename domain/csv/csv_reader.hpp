#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"

namespace domain::csv {

/// A value as it stands in the text, without the quotes around it.
struct Value {
    std::string_view text;
    bool quoted = false;
    bool escaped = false;  ///< quotes in it are doubled
};

/// The value itself; `buffer` holds it when it had to be written anew.
std::string_view plain(const Value& value, std::string& buffer);

/// Reads CSV (RFC 4180) row by row, without copying and whatever the bytes between the separators are:
///
///     file  = row *( end row ) [ end ]
///     row   = value *( "," value )
///     value = '"' *( any / '""' ) '"' / *( any but ',' and LF )
///     end   = LF / CRLF
///
/// A byte order mark is skipped, as are lines with nothing on them. Rows may have different numbers of values.
class CsvReader {
public:
    static constexpr std::size_t kColumnsMax = 10'000;

    /// `text` must outlive the reader and its values.
    explicit CsvReader(std::string_view text);

    /// Reads the next row; false at the end. Fails with kInvalidArgument, with row (the first one is row 1) and column, when
    /// text follows a closing quote, a quote is not closed, or there are more than kColumnsMax values; nothing behind that
    /// place can be read then.
    base::Result<bool> next();

    /// The row that was read last.
    const std::vector<Value>& values() const { return values_; }
    std::size_t row() const { return row_; }
    /// How many bytes have been read.
    std::size_t offset() const { return offset_; }

private:
    enum class Next { kValue, kRow };

    bool skip_empty_lines();
    base::Result<Next> read_value();
    base::Result<Next> read_quoted();
    Next after_value();
    base::Error fault(std::string_view what) const;

    std::string_view text_;
    std::size_t offset_ = 0;
    std::size_t row_ = 0;
    std::vector<Value> values_;
};

/// `row 3, column 2`: how messages name a place.
std::string place(std::size_t row, std::size_t column);

}  // namespace domain::csv
