#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/ids.hpp"

namespace domain::catalog {

/// The types that a column can have (spec: opal overview §4). How each is represented in the query store:
/// timestamp and duration BIGINT nanoseconds; object, array, variant JSON text; ipv4 UINTEGER; the rest by name.
enum class Type {
    kBool, kInt64, kFloat64, kNumeric, kString, kTimestamp, kDuration,
    kObject, kArray, kVariant, kIpv4, kTdigest, kHistogram, kExponentialHistogram,
};

/// Lower-case name as OPAL writes it: `int64`, `exponential_histogram`.
std::string_view name(Type type);

/// How the rows of a dataset relate to time (spec: opal overview §8).
enum class DatasetKind { kEvent, kInterval, kResource, kTable };
std::string_view name(DatasetKind kind);

struct Column {
    std::string name;
    Type type = Type::kString;
    friend bool operator==(const Column&, const Column&) = default;
};

/// A dataset's columns and what is known about them. Column names are case-sensitive and unique.
struct Schema {
    DatasetKind kind = DatasetKind::kEvent;
    std::vector<Column> columns;
    std::optional<std::string> valid_from;  ///< Event, Interval, Resource
    std::optional<std::string> valid_to;    ///< Interval, Resource
    std::vector<std::string> primary_key;
    std::optional<std::string> label;

    /// The column's position, or nothing.
    std::optional<std::size_t> find(std::string_view column) const;
};

/// The schema of every raw observation dataset (spec: api §11.1).
const Schema& observation_schema();

}  // namespace domain::catalog
