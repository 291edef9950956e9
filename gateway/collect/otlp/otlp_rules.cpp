#include "gateway/collect/otlp/otlp_rules.hpp"

#include "opentelemetry/proto/collector/logs/v1/logs_service.pb.h"
#include "opentelemetry/proto/collector/metrics/v1/metrics_service.pb.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"

namespace gateway::collect::otlp {
namespace {

using protobuf::FieldRule;
using protobuf::Kind;
namespace common = opentelemetry::proto::common::v1;
namespace logs = opentelemetry::proto::logs::v1;
namespace metrics = opentelemetry::proto::metrics::v1;
namespace trace = opentelemetry::proto::trace::v1;
using opentelemetry::proto::resource::v1::Resource;
using LogsRequest = opentelemetry::proto::collector::logs::v1::ExportLogsServiceRequest;
using MetricsRequest = opentelemetry::proto::collector::metrics::v1::ExportMetricsServiceRequest;
using TraceRequest = opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest;

constexpr bool kRepeated = true;
constexpr bool kOnce = false;

// clang-format off
// AnyValue, and the three messages that it is made of.
extern const MessageRule kAnyValue;
const FieldRule kKeyValueFields[] = {
    {common::KeyValue::kKeyFieldNumber, "key", Kind::kString},
    {common::KeyValue::kValueFieldNumber, "value", Kind::kChoice, kOnce, &kAnyValue},
};
const MessageRule kKeyValue{kKeyValueFields};
const FieldRule kArrayValueFields[] = {{common::ArrayValue::kValuesFieldNumber, "values", Kind::kChoice, kRepeated, &kAnyValue}};
const MessageRule kArrayValue{kArrayValueFields};
const FieldRule kKeyValueListFields[] = {{common::KeyValueList::kValuesFieldNumber, "values", Kind::kAttributes, kRepeated, &kKeyValue}};
const MessageRule kKeyValueList{kKeyValueListFields};
const FieldRule kAnyValueFields[] = {
    {common::AnyValue::kStringValueFieldNumber, "string_value", Kind::kString},
    {common::AnyValue::kBoolValueFieldNumber, "bool_value", Kind::kBool},
    {common::AnyValue::kIntValueFieldNumber, "int_value", Kind::kInt},
    {common::AnyValue::kDoubleValueFieldNumber, "double_value", Kind::kDouble},
    {common::AnyValue::kArrayValueFieldNumber, "array_value", Kind::kWrapper, kOnce, &kArrayValue},
    {common::AnyValue::kKvlistValueFieldNumber, "kvlist_value", Kind::kWrapper, kOnce, &kKeyValueList},
    {common::AnyValue::kBytesValueFieldNumber, "bytes_value", Kind::kBytes},
};
const MessageRule kAnyValue{kAnyValueFields};

const FieldRule kEntityFields[] = {
    {common::EntityRef::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
    {common::EntityRef::kTypeFieldNumber, "type", Kind::kString},
    {common::EntityRef::kIdKeysFieldNumber, "id_keys", Kind::kString, kRepeated},
    {common::EntityRef::kDescriptionKeysFieldNumber, "description_keys", Kind::kString, kRepeated},
};
const MessageRule kEntity{kEntityFields};
const FieldRule kResourceFields[] = {
    {Resource::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {Resource::kDroppedAttributesCountFieldNumber, "dropped_attributes_count", Kind::kUint},
    {Resource::kEntityRefsFieldNumber, "entity_refs", Kind::kMessage, kRepeated, &kEntity},
};
const MessageRule kResource{kResourceFields};
const FieldRule kScopeFields[] = {
    {common::InstrumentationScope::kNameFieldNumber, "name", Kind::kString},
    {common::InstrumentationScope::kVersionFieldNumber, "version", Kind::kString},
    {common::InstrumentationScope::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {common::InstrumentationScope::kDroppedAttributesCountFieldNumber, "dropped_attributes_count", Kind::kUint},
};
const MessageRule kScope{kScopeFields};

const FieldRule kLogRecordFields[] = {
    {logs::LogRecord::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {logs::LogRecord::kObservedTimeUnixNanoFieldNumber, "observed_time_unix_nano", Kind::kFixed64},
    {logs::LogRecord::kSeverityNumberFieldNumber, "severity_number", Kind::kInt},
    {logs::LogRecord::kSeverityTextFieldNumber, "severity_text", Kind::kString},
    {logs::LogRecord::kBodyFieldNumber, "body", Kind::kChoice, kOnce, &kAnyValue},
    {logs::LogRecord::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {logs::LogRecord::kDroppedAttributesCountFieldNumber, "dropped_attributes_count", Kind::kUint},
    {logs::LogRecord::kFlagsFieldNumber, "flags", Kind::kFixed32},
    {logs::LogRecord::kTraceIdFieldNumber, "trace_id", Kind::kHex},
    {logs::LogRecord::kSpanIdFieldNumber, "span_id", Kind::kHex},
    {logs::LogRecord::kEventNameFieldNumber, "event_name", Kind::kString},
};
const MessageRule kLogRecord{kLogRecordFields};
const FieldRule kScopeLogsFields[] = {
    {logs::ScopeLogs::kScopeFieldNumber, "scope", Kind::kMessage, kOnce, &kScope},
    {logs::ScopeLogs::kLogRecordsFieldNumber, "log_records", Kind::kMessage, kRepeated, &kLogRecord},
    {logs::ScopeLogs::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
};
const MessageRule kScopeLogs{kScopeLogsFields};
const FieldRule kResourceLogsFields[] = {
    {logs::ResourceLogs::kResourceFieldNumber, "resource", Kind::kMessage, kOnce, &kResource},
    {logs::ResourceLogs::kScopeLogsFieldNumber, "scope_logs", Kind::kMessage, kRepeated, &kScopeLogs},
    {logs::ResourceLogs::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
};
const MessageRule kResourceLogs{kResourceLogsFields};
const FieldRule kLogsRequestFields[] = {{LogsRequest::kResourceLogsFieldNumber, "resource_logs", Kind::kMessage, kRepeated, &kResourceLogs}};
const MessageRule kLogsRequest{kLogsRequestFields};

const FieldRule kSpanEventFields[] = {
    {trace::Span_Event::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {trace::Span_Event::kNameFieldNumber, "name", Kind::kString},
    {trace::Span_Event::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {trace::Span_Event::kDroppedAttributesCountFieldNumber, "dropped_attributes_count", Kind::kUint},
};
const MessageRule kSpanEvent{kSpanEventFields};
const FieldRule kSpanLinkFields[] = {
    {trace::Span_Link::kTraceIdFieldNumber, "trace_id", Kind::kHex},
    {trace::Span_Link::kSpanIdFieldNumber, "span_id", Kind::kHex},
    {trace::Span_Link::kTraceStateFieldNumber, "trace_state", Kind::kString},
    {trace::Span_Link::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {trace::Span_Link::kDroppedAttributesCountFieldNumber, "dropped_attributes_count", Kind::kUint},
    {trace::Span_Link::kFlagsFieldNumber, "flags", Kind::kFixed32},
};
const MessageRule kSpanLink{kSpanLinkFields};
const FieldRule kStatusFields[] = {
    {trace::Status::kMessageFieldNumber, "message", Kind::kString},
    {trace::Status::kCodeFieldNumber, "code", Kind::kInt},
};
const MessageRule kStatus{kStatusFields};
const FieldRule kSpanFields[] = {
    {trace::Span::kTraceIdFieldNumber, "trace_id", Kind::kHex},
    {trace::Span::kSpanIdFieldNumber, "span_id", Kind::kHex},
    {trace::Span::kTraceStateFieldNumber, "trace_state", Kind::kString},
    {trace::Span::kParentSpanIdFieldNumber, "parent_span_id", Kind::kHex},
    {trace::Span::kFlagsFieldNumber, "flags", Kind::kFixed32},
    {trace::Span::kNameFieldNumber, "name", Kind::kString},
    {trace::Span::kKindFieldNumber, "kind", Kind::kInt},
    {trace::Span::kStartTimeUnixNanoFieldNumber, "start_time_unix_nano", Kind::kFixed64},
    {trace::Span::kEndTimeUnixNanoFieldNumber, "end_time_unix_nano", Kind::kFixed64},
    {trace::Span::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {trace::Span::kDroppedAttributesCountFieldNumber, "dropped_attributes_count", Kind::kUint},
    {trace::Span::kEventsFieldNumber, "events", Kind::kMessage, kRepeated, &kSpanEvent},
    {trace::Span::kDroppedEventsCountFieldNumber, "dropped_events_count", Kind::kUint},
    {trace::Span::kLinksFieldNumber, "links", Kind::kMessage, kRepeated, &kSpanLink},
    {trace::Span::kDroppedLinksCountFieldNumber, "dropped_links_count", Kind::kUint},
    {trace::Span::kStatusFieldNumber, "status", Kind::kMessage, kOnce, &kStatus},
};
const MessageRule kSpan{kSpanFields};
const FieldRule kScopeSpansFields[] = {
    {trace::ScopeSpans::kScopeFieldNumber, "scope", Kind::kMessage, kOnce, &kScope},
    {trace::ScopeSpans::kSpansFieldNumber, "spans", Kind::kMessage, kRepeated, &kSpan},
    {trace::ScopeSpans::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
};
const MessageRule kScopeSpans{kScopeSpansFields};
const FieldRule kResourceSpansFields[] = {
    {trace::ResourceSpans::kResourceFieldNumber, "resource", Kind::kMessage, kOnce, &kResource},
    {trace::ResourceSpans::kScopeSpansFieldNumber, "scope_spans", Kind::kMessage, kRepeated, &kScopeSpans},
    {trace::ResourceSpans::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
};
const MessageRule kResourceSpans{kResourceSpansFields};
const FieldRule kTraceRequestFields[] = {{TraceRequest::kResourceSpansFieldNumber, "resource_spans", Kind::kMessage, kRepeated, &kResourceSpans}};
const MessageRule kTraceRequest{kTraceRequestFields};

const FieldRule kExemplarFields[] = {
    {metrics::Exemplar::kFilteredAttributesFieldNumber, "filtered_attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {metrics::Exemplar::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {metrics::Exemplar::kAsDoubleFieldNumber, "as_double", Kind::kDouble, kOnce, nullptr, "value"},
    {metrics::Exemplar::kAsIntFieldNumber, "as_int", Kind::kSfixed64, kOnce, nullptr, "value"},
    {metrics::Exemplar::kSpanIdFieldNumber, "span_id", Kind::kHex},
    {metrics::Exemplar::kTraceIdFieldNumber, "trace_id", Kind::kHex},
};
const MessageRule kExemplar{kExemplarFields};
using NumberPoint = metrics::NumberDataPoint;
const FieldRule kNumberPointFields[] = {
    {NumberPoint::kStartTimeUnixNanoFieldNumber, "start_time_unix_nano", Kind::kFixed64},
    {NumberPoint::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {NumberPoint::kAsDoubleFieldNumber, "as_double", Kind::kDouble, kOnce, nullptr, "value"},
    {NumberPoint::kAsIntFieldNumber, "as_int", Kind::kSfixed64, kOnce, nullptr, "value"},
    {NumberPoint::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {NumberPoint::kExemplarsFieldNumber, "exemplars", Kind::kMessage, kRepeated, &kExemplar},
    {NumberPoint::kFlagsFieldNumber, "flags", Kind::kUint},
};
const MessageRule kNumberPoint{kNumberPointFields};
using HistogramPoint = metrics::HistogramDataPoint;
const FieldRule kHistogramPointFields[] = {
    {HistogramPoint::kStartTimeUnixNanoFieldNumber, "start_time_unix_nano", Kind::kFixed64},
    {HistogramPoint::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {HistogramPoint::kCountFieldNumber, "count", Kind::kFixed64},
    {HistogramPoint::kSumFieldNumber, "sum", Kind::kDouble},
    {HistogramPoint::kMinFieldNumber, "min", Kind::kDouble},
    {HistogramPoint::kMaxFieldNumber, "max", Kind::kDouble},
    {HistogramPoint::kBucketCountsFieldNumber, "bucket_counts", Kind::kFixed64, kRepeated},
    {HistogramPoint::kExplicitBoundsFieldNumber, "explicit_bounds", Kind::kDouble, kRepeated},
    {HistogramPoint::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {HistogramPoint::kExemplarsFieldNumber, "exemplars", Kind::kMessage, kRepeated, &kExemplar},
    {HistogramPoint::kFlagsFieldNumber, "flags", Kind::kUint},
};
const MessageRule kHistogramPoint{kHistogramPointFields};
using ExponentialPoint = metrics::ExponentialHistogramDataPoint;
const FieldRule kBucketsFields[] = {
    {metrics::ExponentialHistogramDataPoint_Buckets::kOffsetFieldNumber, "offset", Kind::kSint},
    {metrics::ExponentialHistogramDataPoint_Buckets::kBucketCountsFieldNumber, "bucket_counts", Kind::kUint, kRepeated},
};
const MessageRule kBuckets{kBucketsFields};
const FieldRule kExponentialPointFields[] = {
    {ExponentialPoint::kStartTimeUnixNanoFieldNumber, "start_time_unix_nano", Kind::kFixed64},
    {ExponentialPoint::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {ExponentialPoint::kCountFieldNumber, "count", Kind::kFixed64},
    {ExponentialPoint::kSumFieldNumber, "sum", Kind::kDouble},
    {ExponentialPoint::kMinFieldNumber, "min", Kind::kDouble},
    {ExponentialPoint::kMaxFieldNumber, "max", Kind::kDouble},
    {ExponentialPoint::kScaleFieldNumber, "scale", Kind::kSint},
    {ExponentialPoint::kZeroCountFieldNumber, "zero_count", Kind::kFixed64},
    {ExponentialPoint::kZeroThresholdFieldNumber, "zero_threshold", Kind::kDouble},
    {ExponentialPoint::kPositiveFieldNumber, "positive", Kind::kMessage, kOnce, &kBuckets},
    {ExponentialPoint::kNegativeFieldNumber, "negative", Kind::kMessage, kOnce, &kBuckets},
    {ExponentialPoint::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {ExponentialPoint::kExemplarsFieldNumber, "exemplars", Kind::kMessage, kRepeated, &kExemplar},
    {ExponentialPoint::kFlagsFieldNumber, "flags", Kind::kUint},
};
const MessageRule kExponentialPoint{kExponentialPointFields};
using QuantileValue = metrics::SummaryDataPoint_ValueAtQuantile;
const FieldRule kQuantileFields[] = {
    {QuantileValue::kQuantileFieldNumber, "quantile", Kind::kDouble},
    {QuantileValue::kValueFieldNumber, "value", Kind::kDouble},
};
const MessageRule kQuantile{kQuantileFields};
using SummaryPoint = metrics::SummaryDataPoint;
const FieldRule kSummaryPointFields[] = {
    {SummaryPoint::kStartTimeUnixNanoFieldNumber, "start_time_unix_nano", Kind::kFixed64},
    {SummaryPoint::kTimeUnixNanoFieldNumber, "time_unix_nano", Kind::kFixed64},
    {SummaryPoint::kCountFieldNumber, "count", Kind::kFixed64},
    {SummaryPoint::kSumFieldNumber, "sum", Kind::kDouble},
    {SummaryPoint::kQuantileValuesFieldNumber, "quantile_values", Kind::kMessage, kRepeated, &kQuantile},
    {SummaryPoint::kAttributesFieldNumber, "attributes", Kind::kAttributes, kRepeated, &kKeyValue},
    {SummaryPoint::kFlagsFieldNumber, "flags", Kind::kUint},
};
const MessageRule kSummaryPoint{kSummaryPointFields};
const FieldRule kGaugeFields[] = {{metrics::Gauge::kDataPointsFieldNumber, "data_points", Kind::kMessage, kRepeated, &kNumberPoint}};
const MessageRule kGauge{kGaugeFields};
const FieldRule kSumFields[] = {
    {metrics::Sum::kAggregationTemporalityFieldNumber, "aggregation_temporality", Kind::kInt},
    {metrics::Sum::kIsMonotonicFieldNumber, "is_monotonic", Kind::kBool},
    {metrics::Sum::kDataPointsFieldNumber, "data_points", Kind::kMessage, kRepeated, &kNumberPoint},
};
const MessageRule kSum{kSumFields};
const FieldRule kHistogramFields[] = {
    {metrics::Histogram::kAggregationTemporalityFieldNumber, "aggregation_temporality", Kind::kInt},
    {metrics::Histogram::kDataPointsFieldNumber, "data_points", Kind::kMessage, kRepeated, &kHistogramPoint},
};
const MessageRule kHistogram{kHistogramFields};
const FieldRule kExponentialFields[] = {
    {metrics::ExponentialHistogram::kAggregationTemporalityFieldNumber, "aggregation_temporality", Kind::kInt},
    {metrics::ExponentialHistogram::kDataPointsFieldNumber, "data_points", Kind::kMessage, kRepeated, &kExponentialPoint},
};
const MessageRule kExponential{kExponentialFields};
const FieldRule kSummaryFields[] = {{metrics::Summary::kDataPointsFieldNumber, "data_points", Kind::kMessage, kRepeated, &kSummaryPoint}};
const MessageRule kSummary{kSummaryFields};
const FieldRule kMetricFields[] = {
    {metrics::Metric::kNameFieldNumber, "name", Kind::kString},
    {metrics::Metric::kDescriptionFieldNumber, "description", Kind::kString},
    {metrics::Metric::kUnitFieldNumber, "unit", Kind::kString},
    {metrics::Metric::kMetadataFieldNumber, "metadata", Kind::kAttributes, kRepeated, &kKeyValue},
    {metrics::Metric::kGaugeFieldNumber, "gauge", Kind::kMessage, kOnce, &kGauge},
    {metrics::Metric::kSumFieldNumber, "sum", Kind::kMessage, kOnce, &kSum},
    {metrics::Metric::kHistogramFieldNumber, "histogram", Kind::kMessage, kOnce, &kHistogram},
    {metrics::Metric::kExponentialHistogramFieldNumber, "exponential_histogram", Kind::kMessage, kOnce, &kExponential},
    {metrics::Metric::kSummaryFieldNumber, "summary", Kind::kMessage, kOnce, &kSummary},
};
const MessageRule kMetric{kMetricFields};
const FieldRule kScopeMetricsFields[] = {
    {metrics::ScopeMetrics::kScopeFieldNumber, "scope", Kind::kMessage, kOnce, &kScope},
    {metrics::ScopeMetrics::kMetricsFieldNumber, "metrics", Kind::kMessage, kRepeated, &kMetric},
    {metrics::ScopeMetrics::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
};
const MessageRule kScopeMetrics{kScopeMetricsFields};
const FieldRule kResourceMetricsFields[] = {
    {metrics::ResourceMetrics::kResourceFieldNumber, "resource", Kind::kMessage, kOnce, &kResource},
    {metrics::ResourceMetrics::kScopeMetricsFieldNumber, "scope_metrics", Kind::kMessage, kRepeated, &kScopeMetrics},
    {metrics::ResourceMetrics::kSchemaUrlFieldNumber, "schema_url", Kind::kString},
};
const MessageRule kResourceMetrics{kResourceMetricsFields};
const FieldRule kMetricsRequestFields[] = {{MetricsRequest::kResourceMetricsFieldNumber, "resource_metrics", Kind::kMessage, kRepeated, &kResourceMetrics}};
const MessageRule kMetricsRequest{kMetricsRequestFields};

// What all points of a metric repeat: the same messages without the points.
const MessageRule kMetricHead{std::span(kMetricFields).first<4>()};
const MessageRule kSumHead{std::span(kSumFields).first<2>()};
const MessageRule kHistogramHead{std::span(kHistogramFields).first<1>()};
const MessageRule kExponentialHead{std::span(kExponentialFields).first<1>()};
const MessageRule kNothing{std::span<const FieldRule>()};

const MetricRule kMetricRules[] = {
    {metrics::Metric::kGaugeFieldNumber, "gauge", &kNothing, &kNumberPoint},
    {metrics::Metric::kSumFieldNumber, "sum", &kSumHead, &kNumberPoint},
    {metrics::Metric::kHistogramFieldNumber, "histogram", &kHistogramHead, &kHistogramPoint},
    {metrics::Metric::kExponentialHistogramFieldNumber, "exponential_histogram", &kExponentialHead, &kExponentialPoint},
    {metrics::Metric::kSummaryFieldNumber, "summary", &kNothing, &kSummaryPoint},
};

const SignalRule kLogs{
    &kLogsRequest, &kResource, &kScope, &kLogRecord, LogsRequest::kResourceLogsFieldNumber,
    logs::ResourceLogs::kResourceFieldNumber, logs::ResourceLogs::kSchemaUrlFieldNumber, logs::ResourceLogs::kScopeLogsFieldNumber,
    logs::ScopeLogs::kScopeFieldNumber, logs::ScopeLogs::kSchemaUrlFieldNumber, logs::ScopeLogs::kLogRecordsFieldNumber,
    "otellogs", "logs", "rejectedLogRecords"};
const SignalRule kMetrics{
    &kMetricsRequest, &kResource, &kScope, &kMetricHead, MetricsRequest::kResourceMetricsFieldNumber,
    metrics::ResourceMetrics::kResourceFieldNumber, metrics::ResourceMetrics::kSchemaUrlFieldNumber, metrics::ResourceMetrics::kScopeMetricsFieldNumber,
    metrics::ScopeMetrics::kScopeFieldNumber, metrics::ScopeMetrics::kSchemaUrlFieldNumber, metrics::ScopeMetrics::kMetricsFieldNumber,
    "otelmetrics", "metrics", "rejectedDataPoints"};
const SignalRule kTraces{
    &kTraceRequest, &kResource, &kScope, &kSpan, TraceRequest::kResourceSpansFieldNumber,
    trace::ResourceSpans::kResourceFieldNumber, trace::ResourceSpans::kSchemaUrlFieldNumber, trace::ResourceSpans::kScopeSpansFieldNumber,
    trace::ScopeSpans::kScopeFieldNumber, trace::ScopeSpans::kSchemaUrlFieldNumber, trace::ScopeSpans::kSpansFieldNumber,
    "oteltraces", "spans", "rejectedSpans"};

const NamedRule kAllRules[] = {
    {"common.v1.AnyValue", &kAnyValue}, {"common.v1.ArrayValue", &kArrayValue}, {"common.v1.KeyValueList", &kKeyValueList},
    {"common.v1.KeyValue", &kKeyValue}, {"common.v1.InstrumentationScope", &kScope}, {"common.v1.EntityRef", &kEntity},
    {"resource.v1.Resource", &kResource}, {"logs.v1.LogRecord", &kLogRecord}, {"logs.v1.ScopeLogs", &kScopeLogs},
    {"logs.v1.ResourceLogs", &kResourceLogs}, {"collector.logs.v1.ExportLogsServiceRequest", &kLogsRequest},
    {"trace.v1.Span", &kSpan}, {"trace.v1.Span.Event", &kSpanEvent}, {"trace.v1.Span.Link", &kSpanLink},
    {"trace.v1.Status", &kStatus}, {"trace.v1.ScopeSpans", &kScopeSpans}, {"trace.v1.ResourceSpans", &kResourceSpans},
    {"collector.trace.v1.ExportTraceServiceRequest", &kTraceRequest}, {"metrics.v1.Exemplar", &kExemplar},
    {"metrics.v1.NumberDataPoint", &kNumberPoint}, {"metrics.v1.HistogramDataPoint", &kHistogramPoint},
    {"metrics.v1.ExponentialHistogramDataPoint", &kExponentialPoint},
    {"metrics.v1.ExponentialHistogramDataPoint.Buckets", &kBuckets}, {"metrics.v1.SummaryDataPoint", &kSummaryPoint},
    {"metrics.v1.SummaryDataPoint.ValueAtQuantile", &kQuantile}, {"metrics.v1.Gauge", &kGauge}, {"metrics.v1.Sum", &kSum},
    {"metrics.v1.Histogram", &kHistogram}, {"metrics.v1.ExponentialHistogram", &kExponential}, {"metrics.v1.Summary", &kSummary},
    {"metrics.v1.Metric", &kMetric}, {"metrics.v1.ScopeMetrics", &kScopeMetrics}, {"metrics.v1.ResourceMetrics", &kResourceMetrics},
    {"collector.metrics.v1.ExportMetricsServiceRequest", &kMetricsRequest},
};
// clang-format on

// Every form has its points in one field, so one number stands for all.
static_assert(+metrics::Gauge::kDataPointsFieldNumber == +metrics::Sum::kDataPointsFieldNumber);
static_assert(+metrics::Gauge::kDataPointsFieldNumber == +metrics::Histogram::kDataPointsFieldNumber);
static_assert(+metrics::Gauge::kDataPointsFieldNumber == +metrics::ExponentialHistogram::kDataPointsFieldNumber);
static_assert(+metrics::Gauge::kDataPointsFieldNumber == +metrics::Summary::kDataPointsFieldNumber);

}  // namespace

const SignalRule& signal_rule(Signal signal) {
    switch (signal) {
        case Signal::kLogs: return kLogs;
        case Signal::kMetrics: return kMetrics;
        case Signal::kTraces: break;
    }
    return kTraces;
}

std::uint32_t data_points_field() { return metrics::Gauge::kDataPointsFieldNumber; }

const MetricRule* metric_rule(std::uint32_t field) {
    for (const MetricRule& rule : kMetricRules) {
        if (rule.field == field) return &rule;
    }
    return nullptr;
}

std::span<const NamedRule> all_rules() { return kAllRules; }

}  // namespace gateway::collect::otlp
