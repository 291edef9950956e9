// Requests made by the classes that protoc makes of the schema, as Prometheus would send them.
#include <catch2/catch.hpp>

#include <bit>

#include <nlohmann/json.hpp>
#include <snappy.h>

#include "collect_fixture.hpp"
#include "gateway/collect/prometheus/remote_write_decoder.hpp"
#include "remote_write.pb.h"

using namespace gateway;
using nlohmann::json;

namespace {

void label(prometheus::TimeSeries& series, const std::string& name, const std::string& value) {
    auto* const added = series.add_labels();
    added->set_name(name);
    added->set_value(value);
}

void sample(prometheus::TimeSeries& series, double value, std::int64_t timestamp) {
    auto* const added = series.add_samples();
    added->set_value(value);
    added->set_timestamp(timestamp);
}

std::string snapped(const std::string& text) {
    std::string out;
    snappy::Compress(text.data(), text.size(), &out);
    return out;
}

struct RemoteWriteFixture : CollectFixture {
    /// The request as it reaches the handler: the session has taken snappy off.
    http::Response write(const std::string& wire, std::string_view target = "/v1/prometheus", std::string_view encoding = "snappy") {
        http::HeaderList headers{{"content-type", "application/x-protobuf"}, {"x-prometheus-remote-write-version", "0.1.0"}};
        if (!encoding.empty()) headers.add("content-encoding", encoding);
        return post(target, wire, std::move(headers));
    }
    /// EXTRA and FIELDS, one after the other.
    std::vector<json> texts() const {
        std::vector<json> texts;
        for (const std::string& payload : writer.payloads) {
            for (std::size_t at = 0, end = 0; (end = payload.find('\n', at)) != std::string::npos; at = end + 1) {
                texts.push_back(json::parse(payload.substr(at, end - at)));
            }
        }
        return texts;
    }
};

}  // namespace

TEST_CASE_METHOD(RemoteWriteFixture, "each sample is an observation with its labels as EXTRA") {
    prometheus::WriteRequest request;
    auto* series = request.add_timeseries();
    label(*series, "__name__", "up");
    label(*series, "job", "n\"\xc3\xa4");
    sample(*series, 1, 1'700'000'000'000);
    sample(*series, std::bit_cast<double>(std::uint64_t{0x7ff0000000000002}), 1'600'000'000'000);
    sample(*series, std::numeric_limits<double>::quiet_NaN(), 0);
    sample(*series, -std::numeric_limits<double>::infinity(), -5);
    sample(*series, 0, INT64_MAX);
    request.add_timeseries();
    series = request.add_timeseries();
    sample(*series, 0.1, 1);
    const auto response = write(request.SerializeAsString(), "/v1/prometheus?clusterUid=c1&job=tag");
    CHECK(response.status() == 200);
    CHECK(response.body().empty());
    REQUIRE(writer.headers.size() == 1);
    CHECK(writer.headers[0].pairs);
    CHECK(writer.headers[0].kind == "prometheus");
    CHECK(writer.headers[0].count == 6);
    const json labels = json::parse("{\"__name__\":\"up\",\"job\":\"n\\\"\xc3\xa4\",\"clusterUid\":\"c1\"}");
    const auto rows = texts();
    REQUIRE(rows.size() == 12);
    for (std::size_t i = 0; i < 10; i += 2) CHECK(rows[i] == labels);
    CHECK(rows[1] == json::parse(R"({"value":1.0,"timestamp":1700000000000})"));
    CHECK(rows[1]["value"].is_number_float());
    CHECK(rows[3] == json::parse(R"({"value":null,"timestamp":1600000000000})"));
    CHECK(rows[5] == json::parse(R"({"value":"NaN","timestamp":0})"));
    CHECK(rows[7] == json::parse(R"({"value":"-Infinity","timestamp":-5})"));
    CHECK(rows[9] == json::parse(R"({"value":0.0,"timestamp":9223372036854775807})"));
    CHECK(rows[10] == json::parse(R"({"clusterUid":"c1","job":"tag"})"));
    CHECK(rows[11] == json::parse(R"({"value":0.1,"timestamp":1})"));
}

TEST_CASE_METHOD(RemoteWriteFixture, "metadata, exemplars and native histograms are kept") {
    prometheus::WriteRequest request;
    auto* const metadata = request.add_metadata();
    metadata->set_type(prometheus::MetricMetadata::COUNTER);
    metadata->set_metric_family_name("requests");
    metadata->set_help("how many");
    auto* const series = request.add_timeseries();
    label(*series, "__name__", "h");
    auto* const exemplar = series->add_exemplars();
    exemplar->set_value(2);
    exemplar->set_timestamp(7);
    auto* const trace = exemplar->add_labels();
    trace->set_name("trace_id");
    trace->set_value("abc");
    auto* const histogram = series->add_histograms();
    histogram->set_count_int(3);
    histogram->set_schema(-1);
    histogram->add_positive_deltas(-2);
    histogram->add_positive_spans()->set_offset(-4);
    histogram->set_timestamp(9);
    CHECK(write(request.SerializeAsString()).status() == 200);
    const auto rows = texts();
    REQUIRE(rows.size() == 6);
    CHECK(rows[1] == json::parse(R"({"exemplar":{"labels":{"trace_id":"abc"},"value":2.0,"timestamp":7}})"));
    CHECK(rows[3] == json::parse(R"({"histogram":{"count_int":3,"schema":-1,"positive_spans":[{"offset":-4}],"positive_deltas":[-2]},"timestamp":9})"));
    CHECK(rows[4] == json::parse(R"({"__name__":"requests"})"));
    CHECK(rows[5] == json::parse(R"({"metadata":{"type":"counter","help":"how many","unit":""}})"));
}

TEST_CASE_METHOD(RemoteWriteFixture, "labels may stand behind the samples") {
    prometheus::TimeSeries samples;
    sample(samples, 1, 2);
    prometheus::TimeSeries labels;
    label(labels, "a", "b");
    const std::string series = samples.SerializeAsString() + labels.SerializeAsString();
    CHECK(write(std::string("\x0a") + static_cast<char>(series.size()) + series).status() == 200);
    CHECK(texts().at(0) == json::parse(R"({"a":"b"})"));
}

TEST_CASE_METHOD(RemoteWriteFixture, "what is not remote write 1.0 in snappy is refused") {
    CHECK(write("", "/v1/prometheus", "gzip").status() == 415);
    CHECK(post("/v1/prometheus", "", {{"content-type", "application/json"}}).status() == 415);
    CHECK(post("/v1/prometheus", "", {{"content-type", "application/x-protobuf;proto=io.prometheus.write.v2.Request"}}).status() == 415);
    CHECK(post("/v1/prometheus", "", {{"content-type", "application/x-protobuf"}, {"x-prometheus-remote-write-version", "2.0.0"}}).status() == 415);
    CHECK(write("\x0a\x05").body() == R"({"ok":false,"message":"malformed protobuf at byte 1"})");
    CHECK(write(std::string("\x0a\x02\x12\x05", 4)).body() == R"({"ok":false,"message":"malformed protobuf at byte 3"})");
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(RemoteWriteFixture, "a sender that does not name snappy is understood all the same") {
    prometheus::WriteRequest request;
    sample(*request.add_timeseries(), 1, 2);
    CHECK(write(snapped(request.SerializeAsString()), "/v1/prometheus", "").status() == 200);
    CHECK(texts().size() == 2);
    CHECK(write("no snappy at all", "/v1/prometheus", "").status() == 400);
    CHECK(write("", "/v1/prometheus", "").status() == 200);
}

TEST_CASE_METHOD(RemoteWriteFixture, "an observation has the usual limit, its labels included") {
    prometheus::WriteRequest request;
    label(*request.add_timeseries(), "a", std::string(4'200'000, 'x'));
    CHECK(write(request.SerializeAsString()).status() == 413);
    request.Clear();
    for (int i = 0; i < 5; ++i) label(i == 0 ? *request.add_timeseries() : *request.mutable_timeseries(0), "l" + std::to_string(i), std::string(1'000'000, 'x'));
    CHECK(write(request.SerializeAsString()).status() == 413);
    request.Clear();
    request.add_metadata()->set_help(std::string(4'200'000, '\1'));
    const auto response = write(request.SerializeAsString());
    CHECK(response.body() == R"({"ok":false,"message":"observation 1 is too large, the limit in bytes is 4194304"})");
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(RemoteWriteFixture, "a large request is cut between pairs") {
    prometheus::WriteRequest request;
    for (int i = 0; i < 20'000; ++i) {
        auto* const series = request.add_timeseries();
        label(*series, "__name__", "metric_number_" + std::to_string(i));
        sample(*series, i, i);
    }
    CHECK(write(request.SerializeAsString()).status() == 200);
    CHECK(writer.headers.size() > 1);
    std::int64_t index = 0;
    for (const auto& header : writer.headers) {
        CHECK(header.first_index == index);
        CHECK(header.pairs);
        index += header.count;
    }
    CHECK(index == 20'000);
    CHECK(texts().size() == 40'000);
}
