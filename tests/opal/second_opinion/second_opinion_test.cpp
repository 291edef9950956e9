// Every case of cases.cpp over random data: the rows of the pipeline are those of SQL that was written by hand. The seeds are
// fixed; OPALITE_SEEDS=N tries N of them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

#include "domain/query/query_engine.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/opal/second_opinion/cases.hpp"
#include "tests/opal/second_opinion/random_data.hpp"
#include "tests/opal/support/fixture_dataset.hpp"
#include "tests/opal/support/oracle.hpp"
#include "tests/opal/support/result_text.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace fs = std::filesystem;
namespace query = domain::query;

query::QueryRequest request_of(std::string_view pipeline) {
    return random_data_request(pipeline.substr(0, pipeline.find(' ')), std::string(pipeline.substr(pipeline.find('|') + 1)));
}

base::Task<base::Result<std::vector<std::string>>> rows_of(FixtureCatalog& catalog, query::QueryRequest request) {
    query::QueryEngine engine(catalog, catalog.store());
    const base::Timestamp deadline = base::SystemClock().now() + std::chrono::minutes(1);
    auto stream = co_await engine.run(std::move(request), deadline);
    if (!stream) co_return stream.error();
    auto lines = co_await result_lines(**stream, TimeText::kNanoseconds);
    if (lines) lines->erase(lines->begin());
    co_return lines;
}

void load(Oracle& oracle, const fs::path& folder) {
    const auto run = [&](const std::string& sql) {
        const auto done = oracle.run(sql);
        if (!done) FAIL(sql << ": " << done.error().message());
    };
    const auto table = [&](const std::string& name, const std::string& columns) {
        run("CREATE TABLE " + name + " AS SELECT *, row_number() OVER () AS rid FROM read_json('" + (folder / (name + ".ndjson")).string() +
            "', format = 'newline_delimited', columns = {" + columns + "})");
    };
    table("ev", "ts: 'BIGINT', k: 'VARCHAR', h: 'VARCHAR', n: 'BIGINT', big: 'BIGINT', f: 'DOUBLE', s: 'VARCHAR', o: 'JSON'");
    table("ev2", "ts: 'BIGINT', k: 'VARCHAR', w: 'BIGINT'");
    table("iv", "vf: 'BIGINT', vt: 'BIGINT', k: 'VARCHAR', v: 'BIGINT'");
    table("res", "vf: 'BIGINT', vt: 'BIGINT', p: 'VARCHAR', st: 'VARCHAR', x: 'BIGINT'");
    table("tab", "k: 'VARCHAR', label: 'VARCHAR', weight: 'BIGINT'");
    run("CREATE MACRO window_start() AS " + std::to_string(kWindowStart));
    run("CREATE MACRO window_end() AS " + std::to_string(kWindowEnd));
    run("CREATE MACRO end_of(vt) AS coalesce(vt, 9223372036854775807)");
    run("CREATE VIEW e AS SELECT * FROM ev WHERE ts >= window_start() AND ts < window_end()");
    run("CREATE VIEW e2 AS SELECT * FROM ev2 WHERE ts >= window_start() AND ts < window_end()");
    run("CREATE VIEW i AS SELECT * FROM iv WHERE vf < window_end() AND end_of(vt) > window_start()");
    run("CREATE VIEW r AS SELECT * FROM res WHERE vf < window_end() AND end_of(vt) > window_start()");
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

void compare(FixtureCatalog& catalog, Oracle& oracle, const SecondOpinion& opinion) {
    INFO(opinion.pipeline);
    auto rows = infra::runtime::run_async(rows_of(catalog, request_of(opinion.pipeline)));
    auto expected = oracle.lines(std::string(opinion.sql));
    if (!rows) FAIL_CHECK(rows.error().message());
    if (!expected) FAIL_CHECK("the SQL: " << expected.error().message());
    if (!rows || !expected) return;
    if (!opinion.is_ordered) {
        std::sort(rows->begin(), rows->end());
        std::sort(expected->begin(), expected->end());
    }
    CHECK(joined(*rows) == joined(*expected));
}

TEST_CASE("pipelines and SQL written by hand give the same rows over random data") {
    REQUIRE(second_opinions().size() >= 60);
    const char* wanted = std::getenv("OPALITE_SEEDS");
    const unsigned seeds = wanted == nullptr ? 5 : static_cast<unsigned>(std::atoi(wanted));
    for (unsigned seed = 0; seed < seeds; ++seed) {
        INFO("seed " << seed);
        const RandomDataFolder folder(seed);
        FixtureCatalog catalog(folder.path());
        catalog.use(kLayouts[seed % std::size(kLayouts)]);
        Oracle oracle;
        load(oracle, folder.path());
        for (const SecondOpinion& opinion : second_opinions()) compare(catalog, oracle, opinion);
    }
}

}  // namespace
}  // namespace tests::opal
