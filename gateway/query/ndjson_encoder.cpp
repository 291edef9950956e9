#include "gateway/query/ndjson_encoder.hpp"

#include <cmath>

#include "gateway/query/cell_text.hpp"

namespace gateway::query {
namespace {

using domain::catalog::Type;
using domain::query::ColumnView;
using domain::query::StringCell;

void append_integer(std::int64_t value, bool quoted, std::string& out) {
    if (quoted) out += '"';
    append_int64(value, out);
    if (quoted) out += '"';
}

void append_float(double value, std::string& out) {
    const bool quoted = !std::isfinite(value);  // JSON has no text for them
    if (quoted) out += '"';
    append_float64(value, out);
    if (quoted) out += '"';
}

void append_cell(const ColumnView& column, Type type, NumberStyle numbers, std::size_t row, std::string& out) {
    switch (type) {
        case Type::kBool:
            out += column.values<bool>()[row] ? "true" : "false";
            return;
        case Type::kTimestamp:
            if (numbers == NumberStyle::kNative) {
                out += '"';
                append_rfc3339(column.values<std::int64_t>()[row], out);
                out += '"';
                return;
            }
            append_integer(column.values<std::int64_t>()[row], true, out);
            return;
        case Type::kDuration:
        case Type::kInt64:
            append_integer(column.values<std::int64_t>()[row], numbers == NumberStyle::kText, out);
            return;
        case Type::kFloat64:
        case Type::kNumeric:
            append_float(column.values<double>()[row], out);
            return;
        case Type::kIpv4:
            out += '"';
            append_ipv4(column.values<std::uint32_t>()[row], out);
            out += '"';
            return;
        case Type::kString:
            append_json_string(column.values<StringCell>()[row].view(), out);
            return;
        default:
            out += column.values<StringCell>()[row].view();  // JSON text already
    }
}

}  // namespace

NdjsonEncoder::NdjsonEncoder(const std::vector<domain::catalog::Column>& columns, NumberStyle numbers)
    : numbers_(numbers) {
    for (const auto& column : columns) {
        std::string key(1, keys_.empty() ? '{' : ',');
        append_json_string(column.name, key);
        keys_.push_back(key + ":");
        types_.push_back(column.type);
    }
}

void NdjsonEncoder::encode(const domain::query::RowBatch& batch, std::string& out) {
    const auto& views = batch.columns();
    for (std::size_t row = 0; row < batch.rows(); ++row) {
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            out += keys_[i];
            if (views[i].is_valid(row)) append_cell(views[i], types_[i], numbers_, row, out);
            else out += "null";
        }
        out += "}\n";
    }
}

}  // namespace gateway::query
