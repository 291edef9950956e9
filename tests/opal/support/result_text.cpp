#include "tests/opal/support/result_text.hpp"

#include <charconv>

#include "domain/base/time.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
using domain::catalog::Type;
using domain::query::ColumnView;

std::string cell_text(const ColumnView& column, std::size_t row, Type type, TimeText times) {
    if (!column.is_valid(row)) return std::string(kNull);
    switch (type) {
        case Type::kBool: return column.values<bool>()[row] ? "true" : "false";
        case Type::kInt64:
        case Type::kDuration: return std::to_string(column.values<std::int64_t>()[row]);
        case Type::kTimestamp:
            if (times == TimeText::kNanoseconds) return std::to_string(column.values<std::int64_t>()[row]);
            return base::to_rfc3339(base::from_nanoseconds(column.values<std::int64_t>()[row]));
        case Type::kFloat64:
        case Type::kNumeric: return number_text(column.values<double>()[row]);
        case Type::kIpv4: return std::to_string(column.values<std::uint32_t>()[row]);
        default: return std::string(column.values<domain::query::StringCell>()[row].view());
    }
}

}  // namespace

std::string number_text(double value) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

base::Task<base::Result<std::vector<std::string>>> result_lines(domain::query::RowStream& stream, TimeText times) {
    std::vector<std::string> lines(1);
    for (const auto& column : stream.columns()) lines[0] += (lines[0].empty() ? "" : ",") + column.name;
    for (;;) {
        auto batch = co_await stream.next();
        if (!batch) co_return batch.error();
        if (!*batch) co_return lines;
        for (std::size_t row = 0; row < (*batch)->rows(); ++row) {
            std::string line;
            for (std::size_t i = 0; i < stream.columns().size(); ++i) {
                line += (i == 0 ? "" : ",") + cell_text((*batch)->columns()[i], row, stream.columns()[i].type, times);
            }
            lines.push_back(std::move(line));
        }
    }
}

}  // namespace tests::opal
