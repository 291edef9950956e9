#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/collect/decoder.hpp"

namespace gateway::collect {

/// CSV (RFC 4180): the first row names the fields, every further row is one observation whose values are strings; empty
/// values are left out.
///
///     file  = row *( end row ) [ end ]
///     row   = value *( "," value )         as many values as the first row
///     value = '"' *( any / '""' ) '"' / *( any but ',' and line ends )
///     end   = LF / CRLF
///
/// A byte order mark is skipped, as are lines with nothing on them. Refuses, with row (the header is row 1) and column: another
/// number of values than the header has, text after a closing quote, a quote that is not closed, two fields of one name, more
/// than kColumnsMax fields, and invalid UTF-8.
class CsvDecoder final : public Decoder {
public:
    static constexpr std::size_t kColumnsMax = 10'000;

    CsvDecoder(std::string_view body, PayloadBuilder& payload) : body_(body), payload_(payload) {}
    domain::base::Result<bool> step() override;

private:
    /// A value as it stands in the body; `escaped` when it holds doubled quotes.
    struct Value {
        std::string_view text;
        bool escaped = false;
    };
    enum class Next { kValue, kRow };

    domain::base::Result<void> read_header();
    domain::base::Result<void> read_row();
    domain::base::Result<Next> read_value(std::size_t column);
    domain::base::Result<Next> read_quoted(std::size_t column);
    Next after_value();
    bool skip_empty_lines();
    void write_value(std::size_t column);
    domain::base::Error fault(std::size_t column, std::string_view what) const;

    std::string_view body_;
    PayloadBuilder& payload_;
    std::size_t offset_ = 0;
    std::size_t row_ = 1;
    bool started_ = false;
    Value value_;                      // the one read last
    std::vector<std::string> prefixes_;  // `"name":"`, one for each column
    bool first_in_row_ = true;
};

}  // namespace gateway::collect
