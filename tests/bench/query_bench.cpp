// query_bench [MEGABYTES [REPEATS [PIPELINE…]]]: what queries cost from OPAL text to the last row, over generated bluesky
// events in real segments of 64 MB of input each. Prints the best wall time and the processor time of it; EXPLAIN=1 prints
// the SQL too.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <sys/resource.h>
#include <unistd.h>

#include "consumers/landing/segment_builder.hpp"
#include "domain/query/query_engine.hpp"
#include "infra/duckdb/duckdb_query_store.hpp"
#include "infra/duckdb/parquet/file_writer.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/bench/workload/bluesky.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace {

namespace base = domain::base;
namespace catalog = domain::catalog;
namespace query = domain::query;
using consumers::landing::SegmentBuilder;

constexpr std::int64_t kStart = 1'732'150'800'000'000'000;

/// One dataset whose segments never change.
class BenchCatalog final : public catalog::Catalog {
public:
    base::Task<base::Result<catalog::Dataset>> find(const base::TenantId& tenant, base::DatasetId id) override {
        catalog::Dataset dataset;
        dataset.id = id;
        dataset.tenant = tenant;
        dataset.name = "bluesky";
        dataset.schema = catalog::observation_schema();
        co_return dataset;
    }
    base::Task<base::Result<catalog::Dataset>> find_by_path(const base::TenantId& tenant, const std::string&) override {
        co_return co_await find(tenant, base::DatasetId(1));
    }
    base::Task<base::Result<std::vector<std::vector<catalog::Segment>>>> segments(
        const base::TenantId&, std::vector<catalog::SegmentQuery> queries) override {
        co_return std::vector<std::vector<catalog::Segment>>(queries.size(), list);
    }

    std::vector<catalog::Segment> list;
};

void write_segments(BenchCatalog& target, const std::filesystem::path& directory, std::size_t megabytes) {
    bench::workload::Bluesky events(1);
    SegmentBuilder builder(SegmentBuilder::Limits{});
    std::int64_t time = kStart;
    for (std::size_t done = 0; done < megabytes; done += 64) {
        std::vector<std::string> payloads(std::min<std::size_t>(64, megabytes - done));
        std::vector<domain::ingest::BundleHeader> headers(payloads.size());
        std::vector<SegmentBuilder::Record> records;
        for (std::size_t i = 0; i < payloads.size(); ++i) {
            while (payloads[i].size() < 1'000'000) events.append(payloads[i]);
            headers[i].bundle = base::BundleId("bundle-" + std::to_string(done + i));
            headers[i].received_at = base::from_nanoseconds(time += 1'000'000'000);
            headers[i].kind = "http";
            records.push_back({&headers[i], payloads[i]});
        }
        catalog::Segment segment;
        segment.file = std::to_string(done) + ".parquet";
        auto file = infra::duckdb::parquet::FileWriter::create(directory / segment.file).value();
        builder.begin(records);
        for (const auto& record : records) {
            if (builder.add(record, *file).value()) std::abort();
        }
        builder.finish(*file, segment).value();
        target.list.push_back(std::move(segment));
    }
}

query::QueryRequest request(const std::string& pipeline) {
    query::QueryRequest result;
    result.tenant = base::TenantId("101");
    result.window = {base::from_nanoseconds(kStart), base::from_nanoseconds(kStart + 86'400'000'000'000)};
    query::StageInput input;
    input.name = "bluesky";
    input.source = base::DatasetId(1);
    query::Stage stage;
    stage.id = "main";
    stage.pipeline = pipeline;
    stage.inputs.push_back(input);
    result.stages.push_back(stage);
    return result;
}

base::Task<std::int64_t> count_rows(query::QueryEngine& engine, query::QueryRequest asked) {
    const base::Timestamp deadline = base::SystemClock().now() + std::chrono::minutes(5);
    auto stream = co_await engine.run(std::move(asked), deadline);
    if (!stream) {
        std::fprintf(stderr, "%s\n", stream.error().message().c_str());
        co_return -1;
    }
    std::int64_t rows = 0;
    for (;;) {
        auto batch = co_await (*stream)->next();
        if (!batch) {
            std::fprintf(stderr, "%s\n", batch.error().message().c_str());
            co_return -1;
        }
        if (!*batch) co_return rows;
        rows += static_cast<std::int64_t>((*batch)->rows());
    }
}

double processor_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

const std::string kCommits = "filter string(FIELDS.kind) = \"commit\" and string(FIELDS.commit.operation) = \"create\"\n";
const std::string kPosts = kCommits + "filter string(FIELDS.commit.collection) = \"app.bsky.feed.post\"\n";

const std::vector<std::pair<const char*, std::string>> kQueries{
    {"count", "statsby n:count()"},
    {"J1 event types", "make_col event:string(FIELDS.commit.collection)\nstatsby n:count(), group_by(event)\nsort desc(n)"},
    {"J2 exact users", kCommits + "make_col event:string(FIELDS.commit.collection), did:string(FIELDS.did)\nstatsby n:count(), users:count_distinct_exact(did), group_by(event)\nsort desc(n)"},
    {"J3 by hour", kCommits + "make_col event:string(FIELDS.commit.collection)\nfilter in(event, \"app.bsky.feed.post\", \"app.bsky.feed.repost\", \"app.bsky.feed.like\")\nmake_col h:int64(format_time(BUNDLE_TIMESTAMP, \"HH24\"))\nstatsby n:count(), group_by(event, h)\nsort asc(h), asc(event)"},
    {"J4 first posters", kPosts + "make_col u:string(FIELDS.did)\nstatsby first_post:min(BUNDLE_TIMESTAMP), group_by(u)\nsort asc(first_post)\nlimit 3"},
    {"J5 spans", kPosts + "make_col u:string(FIELDS.did)\nstatsby first:min(BUNDLE_TIMESTAMP), last:max(BUNDLE_TIMESTAMP), group_by(u)\nmake_col span:last - first\nsort desc(span)\nlimit 3"},
    {"J6 needle", "filter string(FIELDS.did) = \"did:plc:nobody\"\nstatsby n:count()"},
    {"J7 substring", "filter FIELDS.commit.record.text ~ \"kamite\"\nstatsby n:count()"},
    {"J8 time chart", "make_col event:string(FIELDS.commit.collection)\ntimechart 1m, n:count(), group_by(event)"},
    {"J10 export", "filter string(FIELDS.commit.collection) = \"app.bsky.feed.post\"\npick_col BUNDLE_TIMESTAMP, did:string(FIELDS.did), lang:string(FIELDS.commit.record.langs[0]), text:string(FIELDS.commit.record.text)"},
    {"J11 top users", "statsby n:count(), group_by(did:string(FIELDS.did))\nsort desc(n)\nlimit 10"},
    {"J12 rare path", "filter not is_null(FIELDS.commit.record.reply.root.uri)\nstatsby n:count()"},
    {"newest 100", "sort desc(BUNDLE_TIMESTAMP)\nlimit 100"},
    {"first 100", "limit 100"},
    {"whole objects", "pick_col BUNDLE_TIMESTAMP, FIELDS"},
};

}  // namespace

int main(int argc, char** argv) {
    const std::size_t megabytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 500;
    const int repeats = argc > 2 ? std::atoi(argv[2]) : 5;
    std::string pattern = std::filesystem::temp_directory_path() / "opalite-query-bench-XXXXXX";
    const std::filesystem::path root = ::mkdtemp(pattern.data());
    {
        infra::duckdb::DuckDbQueryStoreConfig config;
        config.segment_directory = root / "segments";
        config.temp_directory = root / "tmp";
        auto store = std::move(infra::duckdb::DuckDbQueryStore::open(config).value());
        BenchCatalog target;
        write_segments(target, config.segment_directory, megabytes);
        std::int64_t rows = 0;
        for (const auto& segment : target.list) rows += segment.rows;
        std::printf("%zu MB, %lld rows, %zu segments\n", megabytes, static_cast<long long>(rows), target.list.size());
        query::QueryEngine engine(target, *store);
        std::vector<std::pair<const char*, std::string>> asked = kQueries;
        if (argc > 3) asked.clear();
        for (int i = 3; i < argc; ++i) asked.emplace_back(argv[i], argv[i]);
        for (const auto& [name, pipeline] : asked) {
            if (std::getenv("EXPLAIN") != nullptr) {
                const auto text = infra::runtime::run_async(engine.explain(request(pipeline)));
                std::printf("%s\n", text ? text->c_str() : text.error().message().c_str());
            }
            double best = 1e9;
            double used = 0;
            std::int64_t answer = 0;
            for (int i = 0; i < repeats; ++i) {
                const double before = processor_seconds();
                const auto start = std::chrono::steady_clock::now();
                answer = infra::runtime::run_async(count_rows(engine, request(pipeline)));
                const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
                if (wall < best) {
                    best = wall;
                    used = processor_seconds() - before;
                }
            }
            std::printf("%-16s %9.1f ms %9.1f ms cpu %9lld rows\n", name, best * 1e3, used * 1e3, static_cast<long long>(answer));
            std::fflush(stdout);
        }
    }
    std::filesystem::remove_all(root);
    return 0;
}
