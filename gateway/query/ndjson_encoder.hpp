#pragma once

#include "gateway/query/result_encoder.hpp"

namespace gateway::query {

/// How int64 and timestamps are written: as texts (JavaScript loses digits above 2^53), or as JSON numbers and RFC 3339.
enum class NumberStyle { kText, kNative };

/// NDJSON as spec: api §6.3 has it: one object a row, keys in column order, objects and arrays nested.
class NdjsonEncoder final : public ResultEncoder {
public:
    NdjsonEncoder(const std::vector<domain::catalog::Column>& columns, NumberStyle numbers);

    std::string_view content_type() const override { return "application/x-ndjson"; }
    void begin(std::string&) override {}
    void encode(const domain::query::RowBatch& batch, std::string& out) override;

private:
    std::vector<domain::catalog::Type> types_;
    std::vector<std::string> keys_;  ///< `{"name":` for the first column, `,"name":` for the others
    NumberStyle numbers_;
};

}  // namespace gateway::query
