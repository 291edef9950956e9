#pragma once

#include <cstdint>
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
    bool is_searchable = true;  ///< a search in all columns looks into it
    bool is_visible = true;
    bool is_enum = false;
    bool is_immutable = false;
    friend bool operator==(const Column&, const Column&) = default;
};

/// A foreign key of a dataset: `columns` name a row of the dataset `target` by its columns.
struct Link {
    std::string label;
    std::string target;  ///< link_target() of the other dataset; what the pipeline called it when it has no id
    struct Pair {
        std::string source;
        std::string target;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    std::vector<Pair> columns;
    friend bool operator==(const Link&, const Link&) = default;
};

/// How a link names a dataset: by its id, which outlives a new name.
inline std::string link_target(base::DatasetId dataset) { return std::to_string(dataset.value()); }

/// A known role of columns (spec: opal overview §8.3).
struct Interface {
    std::string name;  ///< `log`, `metric`, `otel_span`
    struct Role {
        std::string name;
        std::string column;
        friend bool operator==(const Role&, const Role&) = default;
    };
    std::vector<Role> roles;
    friend bool operator==(const Interface&, const Interface&) = default;
};

/// What is known about one metric of a dataset with the metric interface (spec: opal verbs, set_metric).
struct Metric {
    std::string name;
    std::string type = "gauge";
    std::string unit;
    std::string description;
    std::string label;
    std::string rollup;
    std::string aggregate;
    std::int64_t interval_ns = 0;  ///< expected time between points; 0: not known
    friend bool operator==(const Metric&, const Metric&) = default;
};

/// A dataset's columns and what is known about them. Column names are case-sensitive and unique.
struct Schema {
    DatasetKind kind = DatasetKind::kEvent;
    std::vector<Column> columns;
    std::optional<std::string> valid_from;  ///< Event, Interval, Resource
    std::optional<std::string> valid_to;    ///< Interval, Resource
    std::vector<std::string> primary_key;
    std::optional<std::string> label;
    std::vector<std::vector<std::string>> candidate_keys = {};
    std::vector<Link> links = {};
    std::vector<Interface> interfaces = {};
    std::vector<Metric> metrics = {};
    friend bool operator==(const Schema&, const Schema&) = default;

    /// The column's position, or nothing.
    std::optional<std::size_t> find(std::string_view column) const;
};

/// The schema of every raw observation dataset (spec: api §11.1).
const Schema& observation_schema();

}  // namespace domain::catalog
