#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "domain/csv/csv_reader.hpp"
#include "gateway/collect/decoder.hpp"

namespace gateway::collect {

/// CSV (domain/csv/csv_reader.hpp): the first row names the fields, every further row is one observation whose values are
/// strings; empty values are left out.
///
/// Refuses, with row (the header is row 1) and column, what the reader refuses, another number of values than the header has,
/// two fields of one name, and invalid UTF-8.
class CsvDecoder final : public Decoder {
public:
    CsvDecoder(std::string_view body, PayloadBuilder& payload) : body_(body), payload_(payload), reader_(body) {}
    domain::base::Result<bool> step() override;

private:
    domain::base::Result<void> begin();
    domain::base::Result<void> write_row();
    void write_value(std::size_t column);
    domain::base::Error fault(std::size_t column, std::string_view what) const;

    std::string_view body_;
    PayloadBuilder& payload_;
    domain::csv::CsvReader reader_;
    bool started_ = false;
    std::vector<std::string> prefixes_;  // `"name":"`, one for each column
    std::string buffer_;
    bool first_in_row_ = true;
};

}  // namespace gateway::collect
