// How fast observations become segments: MB of raw JSON for each second of processor time, by phase, and bytes stored for
// each raw byte. `landing_bench [megabytes] [megabytes per segment] [directory]`

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "consumers/landing/segment_builder.hpp"
#include "tests/bench/workload/bluesky.hpp"

namespace {

namespace fs = std::filesystem;
using consumers::landing::SegmentBuilder;
using domain::ingest::BundleHeader;

double processor_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

BundleHeader header(std::size_t number) {
    BundleHeader made;
    made.tenant = domain::base::TenantId("123456789012");
    made.datastream = domain::base::DatastreamId(41000000);
    made.dataset = domain::base::DatasetId(41000001);
    made.token = domain::base::IngestTokenId("ds1abcdefghijklmnop");
    made.kind = "http";
    made.bundle = domain::base::BundleId("b" + std::to_string(1000000 + number));
    made.received_at = domain::base::from_nanoseconds(1732206349000167000 + static_cast<std::int64_t>(number) * 2'000'000'000);
    made.extra = R"({"path":"/v1/http/bluesky","host":"collector-1"})";
    return made;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t megabytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 256;
    const std::size_t per_segment = (argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 32) * 1000000;
    const fs::path directory = argc > 3 ? fs::path(argv[3]) : fs::temp_directory_path() / "opalite-landing-bench";
    fs::remove_all(directory);
    fs::create_directories(directory);

    bench::workload::Bluesky events(1);
    std::vector<std::string> payloads;
    std::vector<BundleHeader> headers;
    std::size_t raw = 0;
    while (raw < megabytes * 1000000) {
        std::string& payload = payloads.emplace_back();
        while (payload.size() < 1000000) events.append(payload);
        headers.push_back(header(headers.size()));
        raw += payload.size();
    }

    SegmentBuilder::Limits limits;
    limits.measure = true;
    SegmentBuilder builder(limits);
    const double start = processor_seconds();
    const auto wall = std::chrono::steady_clock::now();
    std::int64_t stored = 0;
    std::int64_t rows = 0;
    std::size_t files = 0;
    for (std::size_t at = 0; at < payloads.size();) {
        std::vector<SegmentBuilder::Record> records;
        for (std::size_t bytes = 0; at < payloads.size() && bytes < per_segment; ++at) {
            records.push_back({&headers[at], payloads[at]});
            bytes += payloads[at].size();
        }
        auto file = infra::duckdb::parquet::FileWriter::create(directory / (std::to_string(files++) + ".parquet"));
        domain::catalog::Segment segment;
        builder.begin(records);
        for (const auto& record : records) {
            if (!builder.add(record, **file).value()) continue;
            std::fprintf(stderr, "a record was rejected\n");
            return 1;
        }
        builder.finish(**file, segment).value();
        stored += segment.bytes;
        rows += segment.rows;
    }
    const double used = processor_seconds() - start;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    const auto& times = builder.times();
    const double mb = static_cast<double>(raw) * 1e-6;
    const auto phase = [mb](const char* name, std::int64_t nanoseconds) {
        const double seconds = static_cast<double>(nanoseconds) * 1e-9;
        std::printf("  %-8s %7.3f s  %7.0f MB/s\n", name, seconds, mb / seconds);
    };
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::printf("%lld events, %.0f MB, %zu segments\n", static_cast<long long>(rows), mb, files);
    phase("learn", times.learn);
    phase("index", times.index);
    phase("shred", times.shred);
    phase("write", times.write);
    std::printf("total %.3f CPU-seconds, %.1f s wall: %.0f MB per CPU-second\n", used, took, mb / used);
    std::printf("stored %.3f bytes per raw byte; peak memory %ld MB (with %.0f MB of input)\n",
                static_cast<double>(stored) / static_cast<double>(raw), usage.ru_maxrss / 1024, mb);
    return 0;
}
