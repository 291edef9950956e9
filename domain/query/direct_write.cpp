#include "domain/query/direct_write.hpp"

#include <utility>

#include "domain/query/dataset_review.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::query {
namespace {

using admin::datastream::Form;

// What is not set is left out of the observations (gateway/collect/otlp/otlp_decoder.hpp), or was sent as zero or an empty text:
// both mean the same here.

/// A time at a path, none for zero.
std::string time_at(const std::string& path) { return "from_nanoseconds(null_if(int64(" + path + "), 0))"; }
std::string text_at(const std::string& path) { return "null_if(string(" + path + "), \"\")"; }
std::string count_at(const std::string& path) { return "coalesce(int64(" + path + "), 0)"; }

/// The columns that all OpenTelemetry datasets have.
const std::string kSurroundings = R"(
    service_name:string(FIELDS.resource.attributes."service.name"),
    resource_attributes:object(FIELDS.resource.attributes),
    instrumentation_scope:object(FIELDS.scope),
    meta:make_object(datastream_token_id:DATASTREAM_TOKEN_ID, bundle_id:BUNDLE_ID, observation_index:OBSERVATION_INDEX,
        bundle_timestamp:BUNDLE_TIMESTAMP, tags:EXTRA))";
const std::string kAnyDistance = "options(max_time_diff:36500d)";

std::string logs() {
    return R"(filter OBSERVATION_KIND = "otellogs"
make_col
    timestamp:coalesce()" + time_at("FIELDS.logs.time_unix_nano") + ", " + time_at("FIELDS.logs.observed_time_unix_nano") +
           R"(, BUNDLE_TIMESTAMP),
    observed_timestamp:)" + time_at("FIELDS.logs.observed_time_unix_nano") + R"(,
    body:string(FIELDS.logs.body),
    severity_number:)" + count_at("FIELDS.logs.severity_number") + R"(,
    severity_text:)" + text_at("FIELDS.logs.severity_text") + R"(,
    event_name:)" + text_at("FIELDS.logs.event_name") + R"(,
    trace_id:)" + text_at("FIELDS.logs.trace_id") + R"(,
    span_id:)" + text_at("FIELDS.logs.span_id") + R"(,
    flags:)" + count_at("FIELDS.logs.flags") + R"(,
    dropped_attributes_count:)" + count_at("FIELDS.logs.dropped_attributes_count") + R"(,
    attributes:object(FIELDS.logs.attributes),)" + kSurroundings + R"(
set_timestamp )" + kAnyDistance + R"(, timestamp
pick_col timestamp, body, severity_number, severity_text, service_name, attributes, resource_attributes, instrumentation_scope,
    meta, trace_id, span_id, flags, dropped_attributes_count, event_name, observed_timestamp
interface "log", log:body
)";
}

// Everything but the tags has a role in the interface: tags are what is left, and tell the series apart.
std::string metrics() {
    return R"(filter OBSERVATION_KIND = "otelmetrics"
make_col
    timestamp:coalesce()" + time_at("FIELDS.metrics.time_unix_nano") + R"(, BUNDLE_TIMESTAMP),
    start_timestamp:)" + time_at("FIELDS.metrics.start_time_unix_nano") + R"(,
    metric:string(FIELDS.metrics.name),
    type:string(FIELDS.metrics.type),
    value:float64(FIELDS.metrics.value),
    unit:)" + text_at("FIELDS.metrics.unit") + R"(,
    description:)" + text_at("FIELDS.metrics.description") + R"(,
    exemplars:array(FIELDS.metrics.exemplars),
    flags:)" + count_at("FIELDS.metrics.flags") + R"(,
    attributes:object(FIELDS.metrics.attributes),)" + kSurroundings + R"(
make_col
    is_monotonic:if(type = "sum", coalesce(bool(FIELDS.metrics.is_monotonic), false), bool_null()),
    aggregation_temporality:case(int64(FIELDS.metrics.aggregation_temporality) = 1, "DELTA",
        int64(FIELDS.metrics.aggregation_temporality) = 2, "CUMULATIVE"),
    histogram:if(type = "histogram", make_object(count:int64(FIELDS.metrics.count), sum:float64(FIELDS.metrics.sum),
        min:float64(FIELDS.metrics.min), max:float64(FIELDS.metrics.max),
        bucket_counts:coalesce(array(FIELDS.metrics.bucket_counts), make_array()),
        explicit_bounds:coalesce(array(FIELDS.metrics.explicit_bounds), make_array())), object_null()),
    exponential_histogram:if(type = "exponential_histogram", make_object(count:int64(FIELDS.metrics.count),
        sum:float64(FIELDS.metrics.sum), min:float64(FIELDS.metrics.min), max:float64(FIELDS.metrics.max),
        scale:)" + count_at("FIELDS.metrics.scale") + ", zero_count:" + count_at("FIELDS.metrics.zero_count") + R"(,
        zero_threshold:coalesce(float64(FIELDS.metrics.zero_threshold), 0.0),
        positive:object(FIELDS.metrics.positive), negative:object(FIELDS.metrics.negative)), object_null()),
    summary:if(type = "summary", make_object(count:int64(FIELDS.metrics.count), sum:float64(FIELDS.metrics.sum),
        quantile_values:coalesce(array(FIELDS.metrics.quantile_values), make_array())), object_null())
set_timestamp )" + kAnyDistance + R"(, timestamp
pick_col timestamp, metric, value, type, unit, description, is_monotonic, aggregation_temporality, service_name, attributes,
    resource_attributes, instrumentation_scope, meta, start_timestamp, histogram, exponential_histogram, summary, exemplars, flags
interface "metric", metric:metric, value:value, histogramValue:histogram, exponentialHistogramValue:exponential_histogram,
    objectValue:summary, type:type, unit:unit, description:description, isMonotonic:is_monotonic,
    aggregationTemporality:aggregation_temporality, startTimestamp:start_timestamp, exemplars:exemplars, flags:flags, meta:meta
)";
}

std::string span_start() { return "coalesce(" + time_at("FIELDS.spans.start_time_unix_nano") + ", BUNDLE_TIMESTAMP)"; }

/// A span that is said to end before it starts, or never, ends when it starts: no interval can end earlier.
std::string spans() {
    return R"(filter OBSERVATION_KIND = "oteltraces"
make_col
    start_time:)" + span_start() + R"(,
    said_end:)" + time_at("FIELDS.spans.end_time_unix_nano") + R"(,
    span_name:string(FIELDS.spans.name),
    kind:)" + count_at("FIELDS.spans.kind") + R"(,
    trace_id:)" + text_at("FIELDS.spans.trace_id") + R"(,
    span_id:)" + text_at("FIELDS.spans.span_id") + R"(,
    parent_span_id:)" + text_at("FIELDS.spans.parent_span_id") + R"(,
    trace_state:)" + text_at("FIELDS.spans.trace_state") + R"(,
    code:)" + count_at("FIELDS.spans.status.code") + R"(,
    status_message:)" + text_at("FIELDS.spans.status.message") + R"(,
    flags:)" + count_at("FIELDS.spans.flags") + R"(,
    dropped_attributes_count:)" + count_at("FIELDS.spans.dropped_attributes_count") + R"(,
    dropped_events_count:)" + count_at("FIELDS.spans.dropped_events_count") + R"(,
    dropped_links_count:)" + count_at("FIELDS.spans.dropped_links_count") + R"(,
    attributes:object(FIELDS.spans.attributes),)" + kSurroundings + R"(
make_col
    end_time:if(coalesce(said_end >= start_time, false), said_end, start_time),
    span_type:case(kind = 1, "INTERNAL", kind = 2, "SERVER", kind = 3, "CLIENT", kind = 4, "PRODUCER", kind = 5, "CONSUMER",
        true, "UNSPECIFIED"),
    status_code:case(code = 1, "OK", code = 2, "ERROR", true, "UNSET"),
    error:code = 2
make_col duration:end_time - start_time
make_interval )" + kAnyDistance + R"(, start_time, end_time
pick_col start_time, end_time, span_name, service_name, span_type, kind, trace_id, span_id, parent_span_id, trace_state, duration,
    status_code, status_message, error, attributes, resource_attributes, instrumentation_scope, meta, flags,
    dropped_attributes_count, dropped_events_count, dropped_links_count
set_primary_key trace_id, span_id
interface "otel_span"
)";
}

/// What belongs to a span, in rows of its own: the elements of `member`.
std::string parts_of_spans(const std::string& member, const std::string& columns, const std::string& picked) {
    return R"(filter OBSERVATION_KIND = "oteltraces"
make_col
    part:array(FIELDS.spans.)" + member + R"(),
    span_start:)" + span_start() + R"(,
    trace_id:)" + text_at("FIELDS.spans.trace_id") + R"(,
    span_id:)" + text_at("FIELDS.spans.span_id") + R"(,
    span_name:string(FIELDS.spans.name),)" + kSurroundings + R"(
flatten_single part
make_col
)" + columns + R"(,
    attributes:object(_c_part_value.attributes),
    dropped_attributes_count:)" + count_at("_c_part_value.dropped_attributes_count") + R"(
set_timestamp )" + kAnyDistance + R"(, timestamp
pick_col timestamp, )" + picked + R"(, span_name, service_name, attributes, resource_attributes, instrumentation_scope, meta,
    dropped_attributes_count
)";
}

std::string span_events() {
    return parts_of_spans("events",
                          "    timestamp:coalesce(" + time_at("_c_part_value.time_unix_nano") + R"(, span_start),
    event_name:string(_c_part_value.name))", "event_name, trace_id, span_id");
}

/// A link has no time: that of its span.
std::string span_links() {
    return parts_of_spans("links", R"(    timestamp:span_start,
    linked_trace_id:)" + text_at("_c_part_value.trace_id") + R"(,
    linked_span_id:)" + text_at("_c_part_value.span_id") + R"(,
    trace_state:)" + text_at("_c_part_value.trace_state") + R"(,
    flags:)" + count_at("_c_part_value.flags"), "trace_id, span_id, linked_trace_id, linked_span_id, trace_state, flags");
}

const std::string kPrometheusMeta = R"(
    labels:drop_fields(EXTRA, "__name__"),
    meta:make_object(datastream_token_id:DATASTREAM_TOKEN_ID, bundle_id:BUNDLE_ID, observation_index:OBSERVATION_INDEX,
        bundle_timestamp:BUNDLE_TIMESTAMP))";

/// Samples, and native histograms beside them. Exemplars have no time where samples have theirs.
std::string samples() {
    return R"(filter OBSERVATION_KIND = "prometheus"
make_col
    timestamp:from_milliseconds(int64(FIELDS.timestamp)),
    metric:string(EXTRA.__name__),
    value:float64(FIELDS.value),
    job:string(EXTRA.job),
    instance:string(EXTRA.instance),
    native_histogram:object(FIELDS.histogram),)" + kPrometheusMeta + R"(
set_timestamp )" + kAnyDistance + R"(, timestamp
pick_col timestamp, metric, value, job, instance, labels, native_histogram, meta
interface "metric", metric:metric, value:value, nativeHistogram:native_histogram, meta:meta
)";
}

std::string metadata() {
    return R"(filter OBSERVATION_KIND = "prometheus"
make_col
    metric:string(EXTRA.__name__),
    type:string(FIELDS.metadata.type),
    unit:)" + text_at("FIELDS.metadata.unit") + R"(,
    help:)" + text_at("FIELDS.metadata.help") + "," + kPrometheusMeta + R"(
filter not is_null(type)
rename_col timestamp:BUNDLE_TIMESTAMP
pick_col timestamp, metric, type, unit, help, labels, meta
)";
}

}  // namespace

std::string typed_pipeline(Form form) {
    switch (form) {
        case Form::kLogs: return logs();
        case Form::kMetrics: return metrics();
        case Form::kSpans: return spans();
        case Form::kSpanEvents: return span_events();
        case Form::kSpanLinks: return span_links();
        case Form::kSamples: return samples();
        case Form::kMetadata: break;
    }
    return metadata();
}

base::Task<base::Result<admin::datastream::TypedDataset>> typed_dataset(base::TenantId tenant, Form form, base::DatasetId made,
                                                                        base::DatasetId source) {
    catalog::Dataset observations;
    observations.id = source;
    observations.tenant = tenant;
    observations.schema = catalog::observation_schema();
    DatasetDraft draft;
    draft.tenant = tenant;
    draft.path = admin::datastream::dataset_name("", form);
    Stage stage;
    stage.id = "typed";
    stage.pipeline = typed_pipeline(form);
    StageInput input;
    input.name = "_";
    input.source = source;
    stage.inputs.push_back(std::move(input));
    draft.stages.push_back(std::move(stage));
    const std::vector<catalog::Dataset> all{std::move(observations)};
    QueryResult<DatasetReview> reviewed = co_await review(all, draft);
    if (!reviewed) co_return base::Error(base::ErrorCode::kInternal, reviewed.error().message());
    admin::datastream::TypedDataset typed;
    typed.form = form;
    typed.dataset = made;
    typed.definition = std::move(reviewed->definition);
    typed.schema = std::move(reviewed->schema);
    co_return typed;
}

}  // namespace domain::query
