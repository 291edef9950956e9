// Random path queries over documents whose types change between segments and inside them: what the service answers is what
// the documents say, evaluated here without any columns; before, between and after merges of the segments. 2,000 queries;
// OPALITE_PATH_QUERIES=N asks N.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include <catch2/catch.hpp>

#include "consumers/landing/compactor.hpp"
#include "domain/query/query_engine.hpp"
#include "infra/duckdb/functions/number_text.hpp"
#include "tests/opal/paths/documents.hpp"
#include "tests/opal/support/result_text.hpp"
#include "tests/unit/consumers/landing/landing_fixture.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace catalog = domain::catalog;
namespace query = domain::query;
using consumers::landing::SegmentBuilder;
using Lines = std::vector<std::string>;

/// One dataset, whose segments are given.
class Segments final : public catalog::Catalog {
public:
    base::Task<base::Result<catalog::Dataset>> find(const base::TenantId& tenant, base::DatasetId id) override {
        catalog::Dataset dataset;
        dataset.id = id;
        dataset.tenant = tenant;
        dataset.name = "d";
        dataset.schema = catalog::observation_schema();
        co_return dataset;
    }
    base::Task<base::Result<catalog::Dataset>> find_by_path(const base::TenantId& tenant, const std::string&) override {
        co_return co_await find(tenant, base::DatasetId(42));
    }
    base::Task<base::Result<std::vector<std::vector<catalog::Segment>>>> segments(const base::TenantId&,
                                                                                  std::vector<catalog::SegmentQuery> queries) override {
        co_return std::vector<std::vector<catalog::Segment>>(queries.size(), list);
    }

    std::vector<catalog::Segment> list;
};

base::Task<base::Result<Lines>> ask(Segments& segments, query::QueryStore& store, query::QueryRequest request) {
    query::QueryEngine engine(segments, store);
    const base::Timestamp deadline = base::SystemClock().now() + std::chrono::minutes(1);
    auto stream = co_await engine.run(std::move(request), deadline);
    if (!stream) co_return stream.error();
    auto lines = co_await result_lines(**stream);
    if (lines) lines->erase(lines->begin());
    co_return lines;
}

query::QueryRequest request_of(const std::string& pipeline) {
    query::QueryRequest request;
    request.tenant = base::TenantId("4711");
    request.window = {base::from_nanoseconds(0), base::from_nanoseconds(86'400'000'000'000)};
    query::StageInput input;
    input.name = "_";
    input.source = base::DatasetId(42);
    query::Stage stage;
    stage.id = "main";
    stage.pipeline = pipeline;
    stage.inputs.push_back(input);
    request.stages.push_back(stage);
    return request;
}

/// Documents in segments of the batches' habits.
struct World {
    explicit World(unsigned seed) : documents(seed) {
        static constexpr std::size_t kColumns[] = {256, 6, 40, 0, 256, 12};
        std::filesystem::create_directories(fixture.segments() / "4711/42");
        for (std::size_t batch = 0; batch < std::size(kColumns); ++batch) {
            SegmentBuilder::Limits limits;
            limits.paths.columns_max = kColumns[batch];
            if (batch % 2 == 1) limits.sample_documents_max = 20;
            SegmentBuilder builder(limits);
            documents.change_habits();
            std::string payload;
            for (unsigned i = 0; i < 60; ++i) {
                rows.push_back(documents.next(static_cast<std::int64_t>(rows.size())));
                payload += json_of(rows.back()) + "\n";
            }
            const auto header = bundle_header(static_cast<std::int64_t>(batch + 1));
            const std::string id = "s" + std::to_string(batch);
            const auto landed = land(fixture, builder, {{&header, payload}}, "4711/42/" + id + ".parquet");
            REQUIRE(landed.rejections.empty());
            segments.list.push_back(landed.segment);
            segments.list.back().id = base::SegmentId(id);
            segments.list.back().tenant = header.tenant;
            segments.list.back().dataset = header.dataset;
        }
    }

    /// The first `count` segments become one.
    void merge(std::size_t count) {
        infra::duckdb::merge::SegmentMergerConfig config;
        config.segment_directory = fixture.segments();
        consumers::landing::Compactor compactor(config);
        catalog::CompactionJob job;
        const auto end = segments.list.begin() + static_cast<std::ptrdiff_t>(count);
        job.segments.assign(segments.list.begin(), end);
        job.attempt = "attempt";
        const auto merged = compactor.merge(job);
        REQUIRE(merged.has_value());
        segments.list.erase(segments.list.begin(), end);
        segments.list.insert(segments.list.begin(), *merged);
    }

    StoreFixture fixture;
    Documents documents;
    Segments segments;
    std::vector<Value> rows;
};

/// A cast, and how its results are written and ordered.
struct Cast {
    std::string name;
    std::function<std::optional<std::string>(const Value*)> text;
    std::function<bool(const Value*, const Value*)> less;  ///< of two values that are not null
    std::function<std::string(Documents&)> constant;
    std::function<bool(const Value*, const std::string&)> below;  ///< less than a constant, as written
};

template <class T>
Cast cast(std::string name, std::optional<T> (*convert)(const Value*), std::string (*write)(const T&), std::vector<std::pair<std::string, T>> constants) {
    Cast made;
    made.name = std::move(name);
    made.text = [=](const Value* value) {
        const auto converted = convert(value);
        return converted ? std::optional(write(*converted)) : std::nullopt;
    };
    made.less = [=](const Value* a, const Value* b) { return *convert(a) < *convert(b); };
    made.constant = [=](Documents& chance) { return constants[chance.below(static_cast<unsigned>(constants.size()))].first; };
    made.below = [=](const Value* value, const std::string& written) {
        const auto converted = convert(value);
        const auto constant = std::find_if(constants.begin(), constants.end(), [&](const auto& each) { return each.first == written; });
        return converted && *converted < constant->second;
    };
    return made;
}

const std::vector<Cast>& casts() {
    static const std::vector<Cast> all{
        cast<std::string>("string", as_string, [](const std::string& text) { return text; }, {{R"("")", ""}, {R"("W")", "W"}, {R"("x")", "x"}, {R"("ü")", "ü"}, {R"("5")", "5"}}),
        cast<std::int64_t>("int64", as_int64, [](const std::int64_t& number) { return std::to_string(number); }, {{"0", 0}, {"2", 2}, {"9007199254740993", 9007199254740993}, {"-5", -5}}),
        cast<double>("float64", as_float64, [](const double& number) { return number_text(number); }, {{"0.5", 0.5}, {"1.0", 1.0}, {"43.5", 43.5}}),
        cast<bool>("bool", as_bool, [](const bool& truth) { return std::string(truth ? "true" : "false"); }, {{"true", true}}),
    };
    return all;
}

std::string written(const std::vector<Step>& path) {
    std::string text = "FIELDS";
    for (const Step& step : path) text += step.key.empty() ? "[" + std::to_string(step.index) + "]" : ".\"" + step.key + "\"";
    return text;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return c < 128 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c); });
    return text;
}

/// A pipeline and the lines it must give.
struct Question {
    std::string pipeline;
    Lines expected;
    bool is_ordered = false;
};

const std::string kIds = "\nmake_table\npick_col id:int64(FIELDS.id)";

Question choose(const World& world, std::string predicate, const std::function<bool(const Value&)>& keeps) {
    Question made{"filter " + std::move(predicate) + kIds, {}, false};
    for (const Value& row : world.rows) {
        if (keeps(row)) made.expected.push_back(*as_string(member(row, "id")));
    }
    return made;
}

Question question(World& world) {
    Documents& chance = world.documents;
    const std::vector<Step> path = chance.path();
    const Cast& as = casts()[chance.below(static_cast<unsigned>(casts().size()))];
    const std::string value = as.name + "(" + written(path) + ")";
    const auto cell = [&](const Value& row) { return as.text(find(row, path)).value_or(std::string(kNull)); };
    Question made;
    switch (chance.below(8)) {
        case 0: case 1: {
            made.pipeline = "make_table\npick_col id:int64(FIELDS.id), v:" + value;
            for (const Value& row : world.rows) made.expected.push_back(*as_string(member(row, "id")) + "," + cell(row));
            return made;
        }
        case 2: {
            const std::string constant = as.constant(chance);
            return choose(world, value + " < " + constant, [&](const Value& row) { return as.below(find(row, path), constant); });
        }
        case 3: {
            const std::string constant = as.constant(chance);
            return choose(world, value + " >= " + constant, [&](const Value& row) {
                return as.text(find(row, path)) && !as.below(find(row, path), constant);
            });
        }
        case 4: {
            const bool wants_null = chance.below(2) == 0;
            const bool casts_first = chance.below(2) == 0;
            const std::string what = "is_null(" + (casts_first ? value : written(path)) + ")";
            return choose(world, wants_null ? what : "not " + what, [&](const Value& row) {
                const Value* found = find(row, path);
                return (casts_first ? !as.text(found) : found == nullptr) == wants_null;
            });
        }
        case 5: {
            const std::string word = chance.below(2) == 0 ? "word" : "1";
            return choose(world, written(path) + " ~ " + (word == "1" ? "\"1\"" : word), [&](const Value& row) {
                const auto text = as_string(find(row, path));
                return text && lower(*text).find(word) != std::string::npos;
            });
        }
        case 6: {
            made.pipeline = "statsby n:count(), group_by(v:" + value + ")\npick_col v, n";
            std::map<std::string, int> groups;
            for (const Value& row : world.rows) ++groups[cell(row)];
            for (const auto& [key, count] : groups) made.expected.push_back(key + "," + std::to_string(count));
            return made;
        }
        default: {
            const bool descends = chance.below(2) == 0;
            made.pipeline = "make_table\nmake_col v:" + value + ", id:int64(FIELDS.id)\nsort " + (descends ? "desc(v)" : "asc(v)") + ", id\npick_col id";
            made.is_ordered = true;
            std::vector<const Value*> rows;
            for (const Value& row : world.rows) rows.push_back(&row);
            std::stable_sort(rows.begin(), rows.end(), [&](const Value* a, const Value* b) {
                const Value* left = find(*a, path);
                const Value* right = find(*b, path);
                const bool left_null = !as.text(left);
                const bool right_null = !as.text(right);
                // Null is larger than everything.
                if (left_null || right_null) return descends ? left_null && !right_null : !left_null && right_null;
                return descends ? as.less(right, left) : as.less(left, right);
            });
            for (const Value* row : rows) made.expected.push_back(*as_string(member(*row, "id")));
            return made;
        }
    }
}

std::string joined(Lines lines, bool is_ordered) {
    if (!is_ordered) std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

TEST_CASE("random path queries say what the documents say", "[paths]") {
    const char* wanted = std::getenv("OPALITE_PATH_QUERIES");
    const int queries = wanted == nullptr ? 2000 : std::atoi(wanted);
    constexpr int kWorlds = 8;
    for (unsigned seed = 1; seed <= kWorlds; ++seed) {
        World world(seed);
        for (int i = 0; i < queries / kWorlds; ++i) {
            // A third of the queries each: as landed, four segments merged, all merged.
            if (i == queries / kWorlds / 3) world.merge(4);
            if (i == queries / kWorlds * 2 / 3) world.merge(3);
            const Question asked = question(world);
            INFO("seed " << seed << ", query " << i << ", " << world.segments.list.size() << " segments\n" << asked.pipeline);
            const auto lines = infra::runtime::run_async(ask(world.segments, world.fixture.store(), request_of(asked.pipeline)));
            if (!lines) FAIL(lines.error().message());
            REQUIRE(joined(*lines, asked.is_ordered) == joined(asked.expected, asked.is_ordered));
        }
        REQUIRE(world.segments.list.size() == 1);
    }
}

}  // namespace
}  // namespace tests::opal
