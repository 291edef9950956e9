#pragma once

#include "gateway/query/result_encoder.hpp"

namespace gateway::query {

/// How timestamps are written: programs get nanoseconds by default, people may ask for RFC 3339.
enum class TimeStyle { kNanoseconds, kRfc3339 };

/// CSV as spec: api §6.3 has it: a header row, every non-null value in double quotes with inner quotes doubled, null as an
/// empty field, LF at row ends.
class CsvEncoder final : public ResultEncoder {
public:
    CsvEncoder(std::vector<domain::catalog::Column> columns, TimeStyle times);

    std::string_view content_type() const override { return "text/csv; charset=utf-8"; }
    void begin(std::string& out) override;
    void encode(const domain::query::RowBatch& batch, std::string& out) override;

private:
    std::vector<domain::catalog::Column> columns_;
    TimeStyle times_;
};

}  // namespace gateway::query
