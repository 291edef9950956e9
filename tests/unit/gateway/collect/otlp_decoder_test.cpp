// Requests made by the classes that protoc makes of the schema, as protobuf and as JSON.
#include <catch2/catch.hpp>

#include <functional>
#include <random>

#include <google/protobuf/util/json_util.h>
#include <nlohmann/json.hpp>

#include "gateway/collect/otlp/otlp_decoder.hpp"
#include "gateway/collect/protobuf/json_to_wire.hpp"
#include "opentelemetry/proto/collector/logs/v1/logs_service.pb.h"
#include "opentelemetry/proto/collector/metrics/v1/metrics_service.pb.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"

using namespace opentelemetry::proto;
using collector::logs::v1::ExportLogsServiceRequest;
using collector::metrics::v1::ExportMetricsServiceRequest;
using collector::trace::v1::ExportTraceServiceRequest;
using gateway::collect::otlp::Signal;
using nlohmann::json;
namespace collect = gateway::collect;

namespace {

struct Outcome {
    std::vector<json> rows;
    std::int64_t rejected = 0;
    std::string error;
};

Outcome take(Signal signal, const std::string& wire) {
    std::shared_ptr<char> memory(new char[wire.size()], std::default_delete<char[]>());
    gateway::http::Slab body(memory, wire.size());
    std::copy(wire.begin(), wire.end(), body.data());
    body.resize(wire.size());
    gateway::http::SlabPool pool;
    collect::PayloadBuilder payload(body, pool);
    collect::otlp::OtlpDecoder decoder(signal, body.view(), payload);
    Outcome outcome;
    for (bool done = false; !done;) {
        const auto step = decoder.step();
        if (!step) {
            outcome.error = step.error().message();
            return outcome;
        }
        done = *step;
    }
    const auto parts = payload.finish();
    if (!parts) {
        outcome.error = parts.error().message();
        return outcome;
    }
    std::int64_t count = 0;
    for (const auto& part : *parts) {
        std::string_view lines = part.bytes.view();
        while (!lines.empty()) {
            const auto end = lines.find('\n');
            outcome.rows.push_back(json::parse(lines.substr(0, end)));
            lines.remove_prefix(end + 1);
        }
        count += part.count;
    }
    CHECK(count == static_cast<std::int64_t>(outcome.rows.size()));
    outcome.rejected = decoder.rejected();
    return outcome;
}

std::string to_wire(Signal signal, const std::string& text, std::string* error = nullptr) {
    gateway::http::SlabPool pool;
    collect::protobuf::JsonToWire converter(text, *collect::otlp::signal_rule(signal).request, pool);
    for (;;) {
        const auto step = converter.step(1000);
        if (!step) {
            if (error == nullptr) throw std::runtime_error(step.error().message());
            *error = step.error().message();
            return {};
        }
        if (*step) return std::string(converter.take_wire().view());
    }
}

Outcome take(Signal signal, const google::protobuf::Message& request) { return take(signal, request.SerializeAsString()); }

common::v1::KeyValue* add(google::protobuf::RepeatedPtrField<common::v1::KeyValue>* list, const std::string& key) {
    auto* const pair = list->Add();
    pair->set_key(key);
    return pair;
}

}  // namespace

TEST_CASE("a log record with everything") {
    ExportLogsServiceRequest request;
    auto* const group = request.add_resource_logs();
    group->set_schema_url("https://schema/1");
    add(group->mutable_resource()->mutable_attributes(), "service.name")->mutable_value()->set_string_value("checkout");
    auto* const scope = group->add_scope_logs();
    scope->mutable_scope()->set_name("lib");
    scope->mutable_scope()->set_version("1.2");
    auto* const record = scope->add_log_records();
    record->set_time_unix_nano(1'700'000'000'123'456'789);
    record->set_observed_time_unix_nano(UINT64_MAX);
    record->set_severity_number(logs::v1::SEVERITY_NUMBER_WARN);
    record->set_severity_text("WARN");
    record->mutable_body()->set_string_value("hello \"you\"\n\xc3\xa4");
    record->set_trace_id(std::string("\x01\x02\xab\xff", 4) + std::string(12, '\0'));
    record->set_span_id("\x01\x02\x03\x04\x05\x06\x07\x08");
    record->set_flags(1);
    record->set_dropped_attributes_count(3);
    record->set_event_name("event");
    auto* const attributes = record->mutable_attributes();
    add(attributes, "int")->mutable_value()->set_int_value(INT64_MIN);
    add(attributes, "double")->mutable_value()->set_double_value(0.1);
    add(attributes, "nan")->mutable_value()->set_double_value(std::numeric_limits<double>::quiet_NaN());
    add(attributes, "inf")->mutable_value()->set_double_value(-std::numeric_limits<double>::infinity());
    add(attributes, "bool")->mutable_value()->set_bool_value(false);
    add(attributes, "bytes")->mutable_value()->set_bytes_value(std::string("\0\1\2\3", 4));
    add(attributes, "none")->mutable_value();
    add(attributes, "absent");
    auto* const array = add(attributes, "array")->mutable_value()->mutable_array_value();
    array->add_values()->set_int_value(1);
    array->add_values()->mutable_kvlist_value()->add_values()->set_key("k");
    array->add_values();
    add(attributes, "emptyarray")->mutable_value()->mutable_array_value();
    add(attributes, "")->mutable_value()->set_string_value("");
    const Outcome outcome = take(Signal::kLogs, request);
    REQUIRE(outcome.rows.size() == 1);
    CHECK(outcome.rows[0] == json::parse(R"({
        "logs":{"time_unix_nano":1700000000123456789,"observed_time_unix_nano":18446744073709551615,"severity_number":13,
                "severity_text":"WARN","body":"hello \"you\"\nä","dropped_attributes_count":3,"flags":1,
                "trace_id":"0102abff000000000000000000000000","span_id":"0102030405060708","event_name":"event",
                "attributes":{"int":-9223372036854775808,"double":0.1,"nan":"NaN","inf":"-Infinity","bool":false,"bytes":"AAECAw==",
                              "none":null,"absent":null,"array":[1,{"k":null},null],"emptyarray":[],"":""}},
        "resource":{"attributes":{"service.name":"checkout"},"schema_url":"https://schema/1"},
        "scope":{"name":"lib","version":"1.2"}})"));
}

TEST_CASE("a span with events, links and status") {
    ExportTraceServiceRequest request;
    auto* const span = request.add_resource_spans()->add_scope_spans()->add_spans();
    span->set_trace_id("0123456789abcdef");
    span->set_span_id("01234567");
    span->set_name("GET /");
    span->set_kind(trace::v1::Span::SPAN_KIND_SERVER);
    span->set_start_time_unix_nano(1);
    span->set_end_time_unix_nano(2);
    span->mutable_status()->set_code(trace::v1::Status::STATUS_CODE_ERROR);
    for (int i = 0; i < 2; ++i) {
        auto* const event = span->add_events();
        event->set_name("e" + std::to_string(i));
        add(event->mutable_attributes(), "n")->mutable_value()->set_int_value(i);
    }
    span->add_links()->set_trace_id("x");
    const Outcome outcome = take(Signal::kTraces, request);
    REQUIRE(outcome.rows.size() == 1);
    CHECK(outcome.rows[0] == json::parse(R"({"spans":{
        "trace_id":"30313233343536373839616263646566","span_id":"3031323334353637","name":"GET /","kind":2,
        "start_time_unix_nano":1,"end_time_unix_nano":2,
        "events":[{"name":"e0","attributes":{"n":0}},{"name":"e1","attributes":{"n":1}}],
        "links":[{"trace_id":"78"}],"status":{"code":2}}})"));
}

TEST_CASE("each point of a metric repeats what the metric says") {
    ExportMetricsServiceRequest request;
    auto* const scope = request.add_resource_metrics()->add_scope_metrics();
    auto* metric = scope->add_metrics();
    metric->set_name("requests");
    metric->set_unit("1");
    metric->mutable_sum()->set_is_monotonic(true);
    metric->mutable_sum()->set_aggregation_temporality(metrics::v1::AGGREGATION_TEMPORALITY_CUMULATIVE);
    metric->mutable_sum()->add_data_points()->set_as_int(-5);
    metric->mutable_sum()->add_data_points()->set_as_double(2.5);
    metric = scope->add_metrics();
    metric->mutable_gauge()->add_data_points();
    metric = scope->add_metrics();
    metric->set_name("empty");
    metric = scope->add_metrics();
    metric->set_name("h");
    auto* const histogram = metric->mutable_histogram()->add_data_points();
    histogram->set_count(3);
    histogram->set_sum(0);
    for (const int count : {1, 0, 2}) histogram->add_bucket_counts(static_cast<std::uint64_t>(count));
    for (const double bound : {0.5, 1.0}) histogram->add_explicit_bounds(bound);
    auto* const exemplar = histogram->add_exemplars();
    exemplar->set_as_int(7);
    exemplar->set_trace_id("t");
    metric = scope->add_metrics();
    auto* const exponential = metric->mutable_exponential_histogram()->add_data_points();
    exponential->set_scale(-3);
    exponential->mutable_positive()->set_offset(-1);
    exponential->mutable_positive()->add_bucket_counts(UINT64_MAX);
    metric = scope->add_metrics();
    auto* const quantile = metric->mutable_summary()->add_data_points()->add_quantile_values();
    quantile->set_quantile(0.99);
    quantile->set_value(12);
    const Outcome outcome = take(Signal::kMetrics, request);
    REQUIRE(outcome.rows.size() == 6);
    CHECK(outcome.rows[0] == json::parse(R"({"metrics":{"name":"requests","unit":"1","type":"sum","aggregation_temporality":2,"is_monotonic":true,"value":-5}})"));
    CHECK(outcome.rows[1]["metrics"]["value"] == 2.5);
    CHECK(outcome.rows[2] == json::parse(R"({"metrics":{"type":"gauge"}})"));
    CHECK(outcome.rows[3] == json::parse(R"({"metrics":{"name":"h","type":"histogram","count":3,"sum":0.0,"bucket_counts":[1,0,2],
        "explicit_bounds":[0.5,1.0],"exemplars":[{"value":7,"trace_id":"74"}]}})"));
    CHECK(outcome.rows[4] == json::parse(R"({"metrics":{"type":"exponential_histogram","scale":-3,"positive":{"offset":-1,"bucket_counts":[18446744073709551615]}}})"));
    CHECK(outcome.rows[5] == json::parse(R"({"metrics":{"type":"summary","quantile_values":[{"quantile":0.99,"value":12.0}]}})"));
}

TEST_CASE("fields in any order, repeated, unknown and of the wrong type") {
    // scope_logs before resource; resource twice: the last one counts.
    logs::v1::ResourceLogs first;
    first.add_scope_logs()->add_log_records()->set_severity_text("a");
    logs::v1::ResourceLogs second;
    add(second.mutable_resource()->mutable_attributes(), "n")->mutable_value()->set_int_value(1);
    logs::v1::ResourceLogs third;
    add(third.mutable_resource()->mutable_attributes(), "n")->mutable_value()->set_int_value(2);
    const std::string unknown = std::string("\xf8\x07\x05\xfa\x07\x01x\xfd\x07\x01\x02\x03\x04", 13) + std::string("\xf9\x07", 2) + std::string(8, '\1');
    const std::string group = first.SerializeAsString() + second.SerializeAsString() + unknown + third.SerializeAsString();
    std::string wire = std::string("\x0a") + static_cast<char>(group.size()) + group + unknown;
    CHECK(take(Signal::kLogs, wire).rows.at(0) == json::parse(R"({"logs":{"severity_text":"a"},"resource":{"attributes":{"n":2}}})"));
    // severity_text as a varint is an unknown field; text that is no UTF-8 is repaired; bucket counts one by one.
    CHECK(take(Signal::kLogs, std::string("\x0a\x06\x12\x04\x12\x02\x18\x05", 8)).rows.at(0) == json::parse(R"({"logs":{}})"));
    CHECK(take(Signal::kLogs, std::string("\x0a\x07\x12\x05\x12\x03\x1a\x01\xff", 9)).rows.at(0)["logs"]["severity_text"] == "\xef\xbf\xbd");
    const std::string point = std::string("\x31", 1) + std::string("\5\0\0\0\0\0\0\0", 8) + std::string("\x31", 1) + std::string("\6\0\0\0\0\0\0\0", 8);
    std::string bytes = std::string("\x0a\x12") + point;              // Histogram.data_points
    bytes = std::string("\x4a\x14") + bytes;                          // Metric.histogram
    bytes = std::string("\x12\x16") + bytes;                          // ScopeMetrics.metrics
    bytes = std::string("\x12\x18") + bytes;                          // ResourceMetrics.scope_metrics
    bytes = std::string("\x0a\x1a") + bytes;
    CHECK(take(Signal::kMetrics, bytes).rows.at(0)["metrics"]["bucket_counts"] == json::parse("[5,6]"));
}

TEST_CASE("what is malformed is refused with the place") {
    CHECK(take(Signal::kLogs, std::string("\x0a\x05", 2)).error == "malformed protobuf at byte 1");
    CHECK(take(Signal::kLogs, std::string("\x0a\x02\x12\x05", 4)).error == "malformed protobuf at byte 3");
    CHECK(take(Signal::kLogs, std::string("\x0a\x06\x12\x04\x12\x02\x32\x05", 8)).error == "malformed protobuf at byte 7");
    CHECK(take(Signal::kLogs, std::string("\x0b", 1)).error == "malformed protobuf at byte 1");
    CHECK(take(Signal::kLogs, std::string(11, '\xff')).error == "malformed protobuf at byte 1");
    CHECK(take(Signal::kLogs, "").rows.empty());
    ExportLogsServiceRequest request;
    auto* value = request.add_resource_logs()->add_scope_logs()->add_log_records()->mutable_body();
    for (int i = 0; i < 120; ++i) value = value->mutable_array_value()->add_values();
    CHECK(take(Signal::kLogs, request).error == "malformed OTLP: nesting is too deep, the limit is 100");
}

TEST_CASE("items that are too large are left out and counted") {
    ExportLogsServiceRequest request;
    auto* const group = request.add_resource_logs();
    add(group->mutable_resource()->mutable_attributes(), "r")->mutable_value()->set_string_value(std::string(1000, 'r'));
    const std::size_t resource = group->resource().ByteSizeLong();
    auto* const scope = group->add_scope_logs();
    const std::size_t room = 1024 * 1024 - resource;
    for (const std::size_t size : {room - 8, room - 7}) {
        auto* const record = scope->add_log_records();
        record->mutable_body()->set_string_value(std::string(size, 'x'));
        record->mutable_body()->set_string_value(std::string(size - (record->ByteSizeLong() - size) + 8, 'x'));
    }
    CHECK(scope->log_records(0).ByteSizeLong() == room);
    CHECK(scope->log_records(1).ByteSizeLong() == room + 1);
    scope->add_log_records()->set_severity_text("small");
    const Outcome outcome = take(Signal::kLogs, request);
    CHECK(outcome.rows.size() == 2);
    CHECK(outcome.rejected == 1);
    // A resource that leaves no room for any item is not even written.
    group->mutable_resource()->mutable_attributes(0)->mutable_value()->set_string_value(std::string(1'100'000, '\1'));
    CHECK(take(Signal::kLogs, request).rows.empty());
    CHECK(take(Signal::kLogs, request).rejected == 3);
    group->clear_resource();
    ExportMetricsServiceRequest metrics;
    auto* const metric = metrics.add_resource_metrics()->add_scope_metrics()->add_metrics();
    metric->set_description(std::string(1'100'000, 'x'));
    metric->mutable_gauge()->add_data_points();
    metric->mutable_gauge()->add_data_points();
    CHECK(take(Signal::kMetrics, metrics).rejected == 2);
    // Control characters grow to six bytes each.
    scope->Clear();
    scope->add_log_records()->mutable_body()->set_string_value(std::string(900'000, '\1'));
    CHECK(take(Signal::kLogs, request).rejected == 1);
}

TEST_CASE("JSON and protobuf store the same") {
    std::mt19937_64 random(42);
    const auto pick = [&](std::uint64_t n) { return random() % n; };
    const std::vector<std::string> texts = {"", "plain", "quote\"back\\slash", "line\nfeed\t\x01", "\xc3\xa4\xf0\x9f\x98\x80", std::string(300, 'x')};
    const std::vector<std::int64_t> integers = {0, 1, -1, INT64_MAX, INT64_MIN, 9007199254740993};
    const std::vector<double> doubles = {0.0, -0.0, 1.5, 1e308, 5e-324, 0.1, 1e21};
    const std::function<void(common::v1::AnyValue*, int)> fill = [&](common::v1::AnyValue* value, int depth) {
        switch (pick(depth > 5 ? 4 : 7)) {
            case 0: value->set_string_value(texts[pick(texts.size())]); break;
            case 1: value->set_int_value(integers[pick(integers.size())]); break;
            case 2: value->set_double_value(doubles[pick(doubles.size())]); break;
            case 3: value->set_bool_value(pick(2) == 1); break;
            case 4: for (std::uint64_t i = pick(4); i > 0; --i) fill(value->mutable_array_value()->add_values(), depth + 1); break;
            case 5:
                for (std::uint64_t i = pick(4); i > 0; --i) {
                    auto* const pair = value->mutable_kvlist_value()->add_values();
                    pair->set_key("k" + std::to_string(i) + texts[pick(3)]);
                    fill(pair->mutable_value(), depth + 1);
                }
                break;
            default: value->set_bytes_value(std::string(pick(10), static_cast<char>(pick(256))));
        }
    };
    for (int round = 0; round < 300; ++round) {
        ExportMetricsServiceRequest request;
        auto* const group = request.add_resource_metrics();
        fill(add(group->mutable_resource()->mutable_attributes(), "r")->mutable_value(), 0);
        auto* const metric = group->add_scope_metrics()->add_metrics();
        metric->set_name(texts[pick(texts.size())]);
        auto* const gauge = metric->mutable_gauge()->add_data_points();
        gauge->set_time_unix_nano(random());
        if (pick(2) == 0) gauge->set_as_int(integers[pick(integers.size())]);
        else gauge->set_as_double(doubles[pick(doubles.size())]);
        for (std::uint64_t i = pick(4); i > 0; --i) fill(add(gauge->mutable_attributes(), "a" + std::to_string(i))->mutable_value(), 0);
        auto* const point = group->add_scope_metrics()->add_metrics()->mutable_histogram()->add_data_points();
        for (std::uint64_t i = pick(4); i > 0; --i) point->add_bucket_counts(random());
        for (std::uint64_t i = pick(4); i > 0; --i) point->add_explicit_bounds(doubles[pick(doubles.size())]);
        auto* const exponential = group->add_scope_metrics()->add_metrics()->mutable_exponential_histogram()->add_data_points();
        exponential->set_scale(static_cast<int>(pick(40)) - 20);
        exponential->mutable_positive()->add_bucket_counts(random());
        std::string text;
        google::protobuf::util::JsonPrintOptions options;
        options.preserve_proto_field_names = pick(2) == 0;
        options.always_print_enums_as_ints = true;
        REQUIRE(google::protobuf::util::MessageToJsonString(request, &text, options).ok());
        const Outcome one = take(Signal::kMetrics, request);
        const Outcome other = take(Signal::kMetrics, to_wire(Signal::kMetrics, text));
        CAPTURE(text);
        REQUIRE(one.error.empty());
        REQUIRE(one.rows == other.rows);
    }
}

TEST_CASE("JSON as senders write it") {
    const Outcome outcome = take(Signal::kLogs, to_wire(Signal::kLogs, R"( {"unknown":{"a":[1]},"resourceLogs":[{"resource":null,"scopeLogs":[{"logRecords":[
        {"timeUnixNano":"1700000000000000000","observedTimeUnixNano":5,"severityNumber":9,"traceId":"0102AB","spanId":"","flags":1,
         "body":{"kvlistValue":{"values":[{"key":"a","value":{"doubleValue":"NaN"}},{"key":"b","value":{"intValue":1e3}},
                                          {"key":"c","value":{"bytesValue":"_-8="}},{"key":"d","value":{}},{"key":"e","value":null}]}}}]}]}]} )"));
    REQUIRE(outcome.rows.size() == 1);
    CHECK(outcome.rows[0] == json::parse(R"({"logs":{"time_unix_nano":1700000000000000000,"observed_time_unix_nano":5,"severity_number":9,
        "body":{"a":"NaN","b":1000,"c":"/+8=","d":null,"e":null},"flags":1,"trace_id":"0102ab","span_id":""}})"));
}

TEST_CASE("JSON that grows on the wire has a bound") {
    // Two bytes of JSON are eight of a packed number, and ten with its tag.
    std::string text = R"({"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"histogram":{"dataPoints":[{"bucketCounts":[0)";
    for (int i = 0; i < 16'000'000; ++i) text += ",0";
    std::string error;
    to_wire(Signal::kMetrics, text + "]}]}}]}]}]}", &error);
    CHECK(error == "body is too large in the wire format, the limit in bytes is 134217728");
}

TEST_CASE("a fault in JSON has a place") {
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {"", "malformed JSON at byte 1, line 1: expected an object, found the end of the body"},
        {"[]", "malformed JSON at byte 1, line 1: expected an object, found \"[\""},
        {"{} x", "malformed JSON at byte 4, line 1: text after the end of the request"},
        {R"({"resourceLogs":{}})", "malformed JSON at byte 17, line 1: expected an array, found \"{\""},
        {R"({"resourceLogs":[1]})", "malformed JSON at byte 18, line 1: expected an object, found \"1\""},
        {R"({"resourceLogs":[{"schemaUrl":1}]})", "malformed JSON at byte 31, line 1: expected a string, found \"1\""},
        {R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"traceId":"xyz"}]}]}]})", "malformed JSON at byte 58, line 1: expected hexadecimal digits"},
        {R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"-1"}]}]}]})", "malformed JSON at byte 63, line 1: expected an integer of 64 bits"},
        {R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"severityNumber":"INFO"}]}]}]})", "malformed JSON at byte 65, line 1: expected an integer of 64 bits"},
        {R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"flags":4294967296}]}]}]})", "malformed JSON at byte 56, line 1: the number has no room in 32 bits"},
        {R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"boolValue":1}}]}]}]})", "malformed JSON at byte 68, line 1: expected true or false"},
        {R"({"resourceLogs":[{"scopeLogs":[)", "malformed JSON at byte 32, line 1: expected an object, found the end of the body"},
    }));
    std::string error;
    to_wire(Signal::kLogs, text, &error);
    CAPTURE(text);
    CHECK(error == message);
}
