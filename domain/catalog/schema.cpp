#include "domain/catalog/schema.hpp"

namespace domain::catalog {

std::string_view name(Type type) {
    switch (type) {
        case Type::kBool: return "bool";
        case Type::kInt64: return "int64";
        case Type::kFloat64: return "float64";
        case Type::kNumeric: return "numeric";
        case Type::kString: return "string";
        case Type::kTimestamp: return "timestamp";
        case Type::kDuration: return "duration";
        case Type::kObject: return "object";
        case Type::kArray: return "array";
        case Type::kVariant: return "variant";
        case Type::kIpv4: return "ipv4";
        case Type::kTdigest: return "tdigest";
        case Type::kHistogram: return "histogram";
        case Type::kExponentialHistogram: return "exponential_histogram";
    }
    return "variant";
}

std::string_view name(DatasetKind kind) {
    switch (kind) {
        case DatasetKind::kEvent: return "Event";
        case DatasetKind::kInterval: return "Interval";
        case DatasetKind::kResource: return "Resource";
        case DatasetKind::kTable: return "Table";
    }
    return "Table";
}

std::optional<std::size_t> Schema::find(std::string_view column) const {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == column) return i;
    }
    return std::nullopt;
}

const Schema& observation_schema() {
    static const Schema schema{
        .kind = DatasetKind::kEvent,
        .columns = {{"BUNDLE_TIMESTAMP", Type::kTimestamp},
                    {"OBSERVATION_KIND", Type::kString},
                    {"FIELDS", Type::kObject},
                    {"EXTRA", Type::kObject},
                    {"BUNDLE_ID", Type::kString},
                    {"OBSERVATION_INDEX", Type::kInt64},
                    {"DATASTREAM_ID", Type::kInt64},
                    {"DATASTREAM_TOKEN_ID", Type::kString}},
        .valid_from = "BUNDLE_TIMESTAMP",
        .valid_to = std::nullopt,
        .primary_key = {},
        .label = std::nullopt,
    };
    return schema;
}

}  // namespace domain::catalog
