#include "gateway/query/csv_encoder.hpp"

#include <utility>

#include "gateway/query/cell_text.hpp"

namespace gateway::query {
namespace {

using domain::catalog::Type;
using domain::query::ColumnView;
using domain::query::StringCell;

void append_quoted(std::string_view text, std::string& out) {
    out += '"';
    for (std::size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
        out.append(text, 0, quote + 1);
        out += '"';
        text.remove_prefix(quote + 1);
    }
    out += text;
    out += '"';
}

void append_cell(const ColumnView& column, Type type, TimeStyle times, std::size_t row, std::string& out) {
    switch (type) {
        case Type::kBool:
            out += column.values<bool>()[row] ? "\"true\"" : "\"false\"";
            return;
        case Type::kTimestamp:
            out += '"';
            if (times == TimeStyle::kRfc3339) append_rfc3339(column.values<std::int64_t>()[row], out);
            else append_int64(column.values<std::int64_t>()[row], out);
            out += '"';
            return;
        case Type::kInt64:
        case Type::kDuration:
            out += '"';
            append_int64(column.values<std::int64_t>()[row], out);
            out += '"';
            return;
        case Type::kFloat64:
        case Type::kNumeric:
            out += '"';
            append_float64(column.values<double>()[row], out);
            out += '"';
            return;
        case Type::kIpv4:
            out += '"';
            append_ipv4(column.values<std::uint32_t>()[row], out);
            out += '"';
            return;
        default:
            append_quoted(column.values<StringCell>()[row].view(), out);
    }
}

}  // namespace

CsvEncoder::CsvEncoder(std::vector<domain::catalog::Column> columns, TimeStyle times)
    : columns_(std::move(columns)), times_(times) {}

void CsvEncoder::begin(std::string& out) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (i > 0) out += ',';
        append_quoted(columns_[i].name, out);
    }
    out += '\n';
}

void CsvEncoder::encode(const domain::query::RowBatch& batch, std::string& out) {
    const auto& views = batch.columns();
    for (std::size_t row = 0; row < batch.rows(); ++row) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i > 0) out += ',';
            if (views[i].is_valid(row)) append_cell(views[i], columns_[i].type, times_, row, out);
        }
        out += '\n';
    }
}

}  // namespace gateway::query
