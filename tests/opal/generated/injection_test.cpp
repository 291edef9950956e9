// Hostile texts everywhere where a script can hold a text: each comes back as it was written, and none reaches the SQL
// outside of a quoted constant.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/query_engine.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/opal/second_opinion/random_data.hpp"
#include "tests/opal/support/fixture_dataset.hpp"
#include "tests/opal/support/result_text.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace catalog = domain::catalog;
namespace compiler = domain::opal::compiler;
namespace query = domain::query;

/// All hold `zqx`, which nothing of ours does.
const std::vector<std::string> kHostile{
    "zqx'; DROP TABLE t0; --",
    "zqx' || (SELECT 1) || '",
    "zqx\") FROM t0 UNION ALL SELECT * FROM duckdb_secrets() --",
    "zqx\\' OR 1=1 /*",
    "$1 $zqx ?1 zqx::BIGINT",
    "zqx) OVER (ORDER BY v0",
    "zqx\x01\x02 E'\\x27'",
    "zqx \xF0\x9F\x92\xA3 ' '' '''",
    "zqx`[\"]{0}{@}{*}",
};

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

/// The text without what a name or a regular expression may not hold.
std::string without(std::string text, const std::string& forbidden) {
    std::erase_if(text, [&](char c) { return forbidden.find(c) != std::string::npos; });
    return text;
}

/// Where a script can hold a text.
std::vector<std::string> scripts_with(const std::string& hostile) {
    const std::string text = quoted(hostile);
    const std::string name = "\"" + without(hostile, "\".:\\") + "\"";
    const std::string plain = without(hostile, "\\/(){}[]*+?|^$.'\"");
    return {
        "make_col " + name + ":n | filter @." + name + " > 0 | sort @." + name,
        "statsby " + name + ":count(), group_by(" + "x" + ":concat_strings(k, " + text + "))",
        "make_col x:o." + text + ", y:o[" + text + "].a | filter is_null(x)",
        "make_col x:make_object(" + name + ":1, b:" + text + ")",
        "make_col x:pick_fields(o, " + text + ")",
        "filter s ~ " + text + " or s ~ <" + text + " -" + text + "> or " + text + " = s",
        "filter s ~ /" + plain + "/i or match_regex(s, regex(" + quoted(plain) + "))",
        "extract_regex s, /(?P<zqx>" + plain + ")/",
        "make_col x:format_time(ts, " + text + ", " + text + ")",
        "make_col x:split_part(s, " + text + ", 1), y:replace(s, " + text + ", " + text + ")",
        "make_col x:window(lag(s), group_by(" + text + "), order_by(concat_strings(s, " + text + ")))",
        "statsby x:string_agg(s, " + text + "), group_by(k)",
        "unpivot " + name + ", \"v\", n",
        "pivot k, n, " + name + ":" + text + ", group_by(h)",
        "set_primary_key k | set_link " + text + ", k:@tab.k | unset_link " + text,
        "interface \"log\", \"log\":s | drop_interface " + text,
        "timechart 5m, " + name + ":count(), group_by(g:if(s = " + text + ", " + text + ", s))",
        "join on(k = @tab.k and @tab.label != " + text + "), " + name + ":concat_strings(@tab.label, " + text + ")",
        "timewrap 10m, 2, " + text,
    };
}

/// The statement without its quoted constants.
std::string unquoted(const std::string& sql) {
    std::string rest;
    bool is_quoted = false;
    for (const char c : sql) {
        if (c == '\'') is_quoted = !is_quoted;
        else if (!is_quoted) rest += c;
    }
    REQUIRE_FALSE(is_quoted);
    return rest;
}

class Fixture {
public:
    Fixture() : folder_(3), catalog_(folder_.path()) {
        for (const std::string& name : random_dataset_names()) {
            auto found = infra::runtime::run_async(catalog_.find_by_path(base::TenantId("101"), "Default." + name));
            REQUIRE(found.has_value());
            datasets_.push_back(*found);
        }
    }

    /// The SQL of a script that compiles.
    std::optional<std::string> sql(const std::string& script) const {
        compiler::Stage stage{"main", script, {}};
        for (std::size_t i = 0; i < datasets_.size(); ++i) {
            stage.inputs.push_back({random_dataset_names()[i], compiler::DatasetInput{i}});
        }
        const std::vector<compiler::Stage> stages{stage};
        const auto compilation = compiler::compile(
            {.datasets = datasets_, .stages = stages, .output_stage = 0, .window = {kWindowStart, kWindowEnd}, .row_limit = {}});
        if (compilation.has_errors) return std::nullopt;
        const std::vector<std::vector<catalog::Segment>> segments(compiler::segment_queries(compilation, datasets_).size());
        return compiler::emit(compilation, segments).sql;
    }

    base::Result<std::vector<std::string>> rows(const std::string& script) { return infra::runtime::run_async(run(script)); }

private:
    base::Task<base::Result<std::vector<std::string>>> run(std::string script) {
        query::QueryRequest request = random_data_request("ev", script);
        query::QueryEngine engine(catalog_, catalog_.store());
        auto stream = co_await engine.run(std::move(request), base::SystemClock().now() + std::chrono::minutes(1));
        if (!stream) co_return stream.error();
        co_return co_await result_lines(**stream);
    }

    RandomDataFolder folder_;
    FixtureCatalog catalog_;
    std::vector<catalog::Dataset> datasets_;
};

TEST_CASE("a hostile text comes back as it was written") {
    Fixture fixture;
    for (const std::string& hostile : kHostile) {
        INFO(hostile);
        const auto rows = fixture.rows("limit 1 | make_table | pick_col x:" + quoted(hostile));
        REQUIRE(rows.has_value());
        REQUIRE(rows->size() == 2);
        CHECK(rows->back() == hostile);
    }
}

TEST_CASE("no text of a script stands in the SQL outside of a constant") {
    Fixture fixture;
    std::size_t compiled = 0;
    for (const std::string& hostile : kHostile) {
        for (const std::string& script : scripts_with(hostile)) {
            INFO(script);
            const auto sql = fixture.sql(script);
            if (!sql) continue;
            ++compiled;
            CHECK(unquoted(*sql).find("zqx") == std::string::npos);
            const auto rows = fixture.rows(script);
            INFO((rows ? std::string() : rows.error().message()));
            CHECK(rows.has_value());
        }
    }
    // Some texts are not allowed in some places; most are.
    CHECK(compiled > kHostile.size() * 14);
}

}  // namespace
}  // namespace tests::opal
