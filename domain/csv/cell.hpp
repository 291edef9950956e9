#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "domain/catalog/schema.hpp"

namespace domain::csv {

/// A cell in the representation of the query store (catalog::Type): nothing for null; timestamp, duration and ipv4 as
/// integers; text for the rest, JSON without white space.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// Reads cells. Holds the buffer of the cell that was read last. Not thread-safe.
class CellReader {
public:
    /// Reads `text` as a value of the type; false when it is none. Empty text is null, but for strings.
    ///
    ///     bool       true, false in any case          int64      decimal, inside 64 bits
    ///     float64    decimal or scientific, finite    numeric    as float64
    ///     timestamp  RFC 3339, or nanoseconds since the epoch
    ///     duration   `1h30m` (units w d h m s ms us ns), or nanoseconds
    ///     ipv4       `192.0.2.1`                      array, object, variant   JSON text (of that kind)
    ///
    /// JSON is at most limits::json_depth_max deep.
    bool read(catalog::Type type, std::string_view text, Cell& cell);

private:
    bool read_json(catalog::Type type, std::string_view text, Cell& cell);

    std::string buffer_;
};

/// True for the types that a column of a reference table can have.
bool is_cell_type(catalog::Type type);

/// True for text that reads as a float64: how a header is told from data.
bool is_number(std::string_view text);

}  // namespace domain::csv
