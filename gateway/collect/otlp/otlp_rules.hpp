#pragma once

#include <cstdint>
#include <string_view>

#include "gateway/collect/protobuf/message_rule.hpp"

/// The messages of OTLP (https://github.com/open-telemetry/opentelemetry-proto), with the field numbers of its published schema.
namespace gateway::collect::otlp {

using protobuf::MessageRule;

enum class Signal : std::uint8_t { kLogs, kMetrics, kTraces };

/// What the three signals have in common: a request holds groups of one resource, these hold groups of one scope, and these the
/// items: log records, spans, metrics.
struct SignalRule {
    const MessageRule* request;   ///< for JSON
    const MessageRule* resource;
    const MessageRule* scope;
    const MessageRule* item;      ///< of a metric: what is not its points
    std::uint32_t groups;         ///< field of the request: one group for each resource
    std::uint32_t resource_field; ///< fields of such a group
    std::uint32_t resource_schema;
    std::uint32_t scope_groups;
    std::uint32_t scope_field;    ///< fields of a group of one scope
    std::uint32_t scope_schema;
    std::uint32_t items;
    std::string_view kind;        ///< OBSERVATION_KIND
    std::string_view member;      ///< of FIELDS
    std::string_view rejected;    ///< name of the count in the answer: `rejectedLogRecords`
};

const SignalRule& signal_rule(Signal signal);

/// One of the forms that a metric can have.
struct MetricRule {
    std::uint32_t field;          ///< of Metric
    std::string_view type;        ///< `gauge`, `sum` …
    const MessageRule* data;      ///< what is said about all of its points
    const MessageRule* point;
};

/// Field of the points, in every form.
std::uint32_t data_points_field();
/// The form that a field of Metric has; null for another field.
const MetricRule* metric_rule(std::uint32_t field);

/// Every rule with the name of its message in the schema, so that a test can hold them against it.
struct NamedRule {
    std::string_view message;
    const MessageRule* rule;
};
std::span<const NamedRule> all_rules();

}  // namespace gateway::collect::otlp
