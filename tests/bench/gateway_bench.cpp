// The gateway alone: HTTP in, event log out. The server runs in a process of its own, so its CPU time can be told from the
// client's.
//
//     gateway_bench [--log null|embedded|both] [--dir DIR] [--seconds N] [--case NAME]
//
// Prints per case: requests, MB (of bodies before compression) and requests per CPU-second of the server, wall-clock figures,
// and latency. The embedded log writes below DIR, which should be on a disk. Loopback only; ends by itself.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <snappy.h>
#include <zlib.h>

#include "domain/eventlog/topics.hpp"
#include "gateway/collect/endpoints/collect_endpoints.hpp"
#include "gateway/http/server.hpp"
#include "gateway/http/tls_context.hpp"
#include "infra/embedded_log/embedded_event_log.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/run_async.hpp"
#include "load_client.hpp"
#include "wire_bodies.hpp"
#include "tests/support/lone_gateway.hpp"

namespace {

using domain::base::Result;
using domain::base::Task;
using domain::eventlog::Position;

/// Confirms at once.
class NullWriter final : public domain::eventlog::EventWriter {
public:
    Task<Result<std::vector<Position>>> append(const domain::eventlog::Topic&, domain::eventlog::PartitionKey,
                                               std::vector<domain::eventlog::Record> records) override {
        co_return std::vector<Position>(records.size());
    }
};

/// Lets everybody in: who may come in is measured elsewhere.
class OpenDoor final : public gateway::auth::Authenticator {
public:
    Task<Result<domain::identity::Principal>> api(const gateway::auth::RequestCredentials&) override {
        co_return domain::identity::Principal();
    }
    Task<Result<domain::identity::IngestPrincipal>> ingest(const gateway::auth::RequestCredentials&) override {
        domain::identity::IngestPrincipal sender;
        sender.tenant = domain::base::TenantId("122000000015");
        sender.token = domain::base::IngestTokenId("ds1aaaaaaaaaaaaaaaaa");
        sender.datastream = domain::base::DatastreamId(41000001);
        sender.dataset = domain::base::DatasetId(41000002);
        co_return sender;
    }
    Task<Result<domain::base::TenantId>> tenant(const gateway::auth::RequestCredentials&) override {
        co_return domain::base::TenantId("122000000015");
    }
};

struct Options {
    std::string log = "both";
    std::filesystem::path directory = std::filesystem::current_path();
    int seconds = 4;
    std::string only;
};

double cpu_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct ServerReport {
    double cpu = 0;
    long peak_kib = 0;
};

/// Serves until `stop` is closed, then reports.
void serve(const Options& options, int report, int stop) {
    infra::telemetry::Metrics metrics;
    const domain::base::SystemClock clock;
    domain::base::SystemClock request_clock;
    NullWriter null;
    domain::eventlog::EventWriter* writer = &null;
    std::unique_ptr<infra::embedded_log::EmbeddedEventLog> embedded;
    std::filesystem::path directory;
    if (options.log == "embedded") {
        directory = options.directory / ("gateway-bench-" + std::to_string(::getpid()));
        infra::embedded_log::EmbeddedLogConfig config;
        config.directory = directory;
        embedded = std::move(infra::embedded_log::EmbeddedEventLog::open(config, clock, metrics).value());
        infra::runtime::run_async(embedded->ensure_topic(domain::eventlog::observations_topic())).value();
        writer = embedded.get();
    }
    {
        OpenDoor door;
        gateway::http::SlabPool pool;
        tests::LoneGateway alone;
        gateway::collect::RateShares shares(alone, request_clock);
        gateway::collect::endpoints::CollectEndpoints endpoint(*writer, request_clock, pool, shares, metrics);
        const gateway::http::Router router(endpoint.routes(), door);
        infra::runtime::IoRuntime runtime(2);
        gateway::http::Server server(runtime.context(), router, pool, metrics);
        const std::uint16_t port = server.listen("127.0.0.1", 0).value();
        if (::write(report, &port, sizeof(port)) != sizeof(port)) std::exit(1);
        const double before = cpu_seconds();
        char byte = 0;
        while (::read(stop, &byte, 1) > 0) {
        }
        ServerReport done;
        done.cpu = cpu_seconds() - before;
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        done.peak_kib = usage.ru_maxrss;
        if (::write(report, &done, sizeof(done)) != sizeof(done)) std::exit(1);
    }
    embedded.reset();
    if (!directory.empty()) std::filesystem::remove_all(directory);
}

/// One event of the shape and size of the bluesky workload.
std::string event(std::size_t number) {
    char text[800];
    std::snprintf(text, sizeof(text),
                  R"({"did":"did:plc:yj3sjq3blzpynh27cumnp5ks%05zu","time_us":17322063490%05zu,"kind":"commit","commit":{"rev":"3lbhtytnn2k2f","operation":"create","collection":"app.bsky.feed.post","rkey":"3lbhtyteurk2y","record":{"$type":"app.bsky.feed.post","createdAt":"2024-11-21T16:09:27.095Z","langs":["en"],"reply":{"parent":{"cid":"bafyreibfglofvqou2yiqvzzzn","uri":"at://did:plc:gs"},"root":{"cid":"bafyreifncqwgjqzdyzvx3","uri":"at://did:plc:hv"}},"text":"aaaaah.  LIght shines in a corner of WTF....%zu"},"cid":"bafyreidblutgvj75o4q4akzyyejedjj6l3it6hgqwee6jpwv2wqph5fsgm"}})",
                  number % 100000, number % 100000, number);
    return text;
}

std::string events(std::size_t bytes, const char* separator) {
    std::string body;
    for (std::size_t i = 0; body.size() < bytes; ++i) {
        if (i > 0) body += separator;
        body += event(i);
    }
    return body;
}

std::string gzip(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(text.size() + 1000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

std::string request(const std::string& body, const std::string& headers, const std::string& path = "/v1/http/bench?source=load") {
    return "POST " + path + " HTTP/1.1\r\nHost: 122000000015.collect.localhost:8443\r\nUser-Agent: gateway_bench\r\n"
           "Authorization: Bearer ds1aaaaaaaaaaaaaaaaa:0123456789abcdefghijklmnopqrstuv\r\n" + headers +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

struct Case {
    const char* name;
    std::size_t connections;
    std::size_t payload_bytes;
    std::string request;
};

std::vector<Case> cases() {
    const std::string ndjson = events(500'000, "\n");
    const std::string array = "[" + events(500'000, ",") + "]";
    const std::string small = event(1);
    std::string csv = "time,level,service,message\n";
    for (int i = 0; csv.size() < 500'000; ++i) csv += std::to_string(i) + ",info,checkout,\"request " + std::to_string(i) + " took a while, again\"\n";
    std::string text;
    for (int i = 0; text.size() < 500'000; ++i) text += "2024-11-21T16:09:27 INFO checkout request " + std::to_string(i) + " took a while \"again\"\n";
    const std::string logs = bench::otlp_logs(500'000);
    const std::string traces = bench::otlp_traces(500'000);
    const std::string metrics = bench::otlp_metrics(500'000);
    const std::string samples = bench::remote_write(500'000);
    const std::string msgpack = bench::msgpack(500'000);
    std::string snapped;
    snappy::Compress(samples.data(), samples.size(), &snapped);
    const std::string protobuf = "Content-Type: application/x-protobuf\r\n";
    return {
        {"otlp logs", 4, logs.size(), request(logs, protobuf, "/v2/otel/v1/logs")},
        {"otlp traces", 4, traces.size(), request(traces, protobuf, "/v2/otel/v1/traces")},
        {"otlp metrics", 4, metrics.size(), request(metrics, protobuf, "/v2/otel/v1/metrics")},
        {"remote write", 4, samples.size(), request(snapped, protobuf + "Content-Encoding: snappy\r\n", "/v1/prometheus")},
        {"msgpack 0.5 MB", 4, msgpack.size(), request(msgpack, "Content-Type: application/msgpack\r\n")},
        {"ndjson 0.5 MB", 4, ndjson.size(), request(ndjson, "Content-Type: application/x-ndjson\r\n")},
        {"json array 0.5 MB", 4, array.size(), request(array, "Content-Type: application/json\r\n")},
        {"ndjson gzip", 4, ndjson.size(), request(gzip(ndjson), "Content-Encoding: gzip\r\n")},
        {"csv 0.5 MB", 4, csv.size(), request(csv, "Content-Type: text/csv\r\n")},
        {"text 0.5 MB", 4, text.size(), request(text, "Content-Type: text/plain\r\n")},
        {"small 0.5 KB x 64", 64, small.size(), request(small, "Content-Type: application/json\r\n")},
        {"small 0.5 KB x 1", 1, small.size(), request(small, "Content-Type: application/json\r\n")},
    };
}

void run(const Options& options, const Case& subject) {
    int report[2];
    int stop[2];
    if (::pipe(report) != 0 || ::pipe(stop) != 0) throw std::runtime_error("pipe");
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(report[0]);
        ::close(stop[1]);
        serve(options, report[1], stop[0]);
        ::_exit(0);
    }
    ::close(report[1]);
    ::close(stop[0]);
    std::uint16_t port = 0;
    if (::read(report[0], &port, sizeof(port)) != sizeof(port)) throw std::runtime_error("the server did not start");
    const LoadResult load =
        run_load(port, subject.request, subject.connections, std::chrono::seconds(options.seconds));
    ::close(stop[1]);
    ServerReport server;
    if (::read(report[0], &server, sizeof(server)) != sizeof(server)) throw std::runtime_error("the server died");
    ::close(report[0]);
    ::waitpid(child, nullptr, 0);
    const auto requests = static_cast<double>(load.requests);
    const double megabytes = requests * static_cast<double>(subject.payload_bytes) / 1e6;
    const auto percentile = [&](double share) {
        return load.milliseconds.empty() ? 0.0 : load.milliseconds[static_cast<std::size_t>(share * (requests - 1))];
    };
    std::printf("%-18s %9.0f %6lu %9.1f %9.0f %9.1f %9.0f %8.2f %8.2f %7.1f\n", subject.name, requests, load.failures,
                megabytes / server.cpu, requests / server.cpu, megabytes / load.seconds, requests / load.seconds,
                percentile(0.5), percentile(0.99), static_cast<double>(server.peak_kib) / 1024);
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        const std::string value = arguments[i + 1];
        if (name == "--log") options.log = value;
        else if (name == "--dir") options.directory = value;
        else if (name == "--seconds") options.seconds = std::stoi(value);
        else if (name == "--case") options.only = value;
    }
    const std::vector<std::string> logs =
        options.log == "both" ? std::vector<std::string>{"null", "embedded"} : std::vector<std::string>{options.log};
    const auto subjects = cases();
    for (const std::string& log : logs) {
        options.log = log;
        std::printf("%s log\n%-18s %9s %6s %9s %9s %9s %9s %8s %8s %7s\n", log.c_str(), "case", "requests", "failed",
                    "MB/cpu-s", "req/cpu-s", "MB/s", "req/s", "p50 ms", "p99 ms", "MiB");
        for (const Case& subject : subjects) {
            if (options.only.empty() || std::string(subject.name).starts_with(options.only)) run(options, subject);
        }
    }
    return 0;
}
