#include "gateway/query/query_problem.hpp"

#include <catch2/catch.hpp>

#include "gateway/query/accept.hpp"
#include "gateway/query/explanation_json.hpp"

namespace {

namespace base = domain::base;
namespace q = domain::query;

q::Diagnostic diagnostic() {
    q::Diagnostic found;
    found.stage = "main";
    found.severity = "error";
    found.code = "unknown-column";
    found.line = 2;
    found.column = 8;
    found.length = 4;
    found.message = "the field \"levl\" does not exist";
    found.hint = "did you mean \"level\"?";
    return found;
}

}  // namespace

TEST_CASE("what stands in the way of a query can be taken apart") {
    const q::QueryError error(base::Error(base::ErrorCode::kInvalidArgument, "error: no\n"), std::vector{diagnostic()});
    REQUIRE(gateway::query::has_details(error));
    const auto response = gateway::query::query_problem(error);
    CHECK(response.status() == 400);
    CHECK(response.body() ==
          R"({"ok":false,"message":"error: no\n","diagnostics":[{"stage":"main","line":2,"column":8,"length":4,)"
          R"("severity":"error","code":"unknown-column","message":"the field \"levl\" does not exist",)"
          R"("hint":"did you mean \"level\"?"}]})");
}

TEST_CASE("the dependents that a change would break stand beside the message") {
    const std::vector<q::Dependent> dependents{{base::DatasetId(7), "Default.Sums", "it uses the column \"n\""}};
    const auto response = gateway::query::query_problem({base::Error(base::ErrorCode::kConflict, "no"), dependents});
    CHECK(response.status() == 409);
    CHECK(response.body() == R"({"ok":false,"message":"no","dependents":[{"id":"7","path":"Default.Sums",)"
                             R"("reason":"it uses the column \"n\""}]})");
    CHECK_FALSE(gateway::query::has_details(base::Error(base::ErrorCode::kNotFound, "no")));
}

TEST_CASE("an explanation is one JSON object, or text in sections") {
    q::Explanation explanation;
    explanation.sections = {{"ast", "filter\n"}, {"plan", "scan\n"}, {"sql", "select 1"}};
    q::Explanation::Scan scan;
    scan.dataset = base::DatasetId(41);
    scan.path = "Default.Logs";
    scan.segments = 4;
    scan.in_window = 2;
    scan.read.emplace_back();
    scan.read[0].file = "a.parquet";
    scan.read[0].rows = 5;
    explanation.scans.push_back(scan);
    CHECK(gateway::query::explanation_json(explanation) ==
          R"({"ok":true,"ast":"filter\n","plan":"scan\n","sql":"select 1","segments":[{"datasetId":"41","path":"Default.Logs",)"
          R"("read":1,"pruned":3,"prunedByValues":1,"files":[{"file":"a.parquet","rows":5,"bytes":0,"from":"1970-01-01T00:00:00Z",)"
          R"("to":"1970-01-01T00:00:00Z"}]}],"diagnostics":[]})");
    CHECK(to_text(explanation) == "--- ast\nfilter\n--- plan\nscan\n--- sql\nselect 1\n--- segments\n"
                                  "Default.Logs read=1 pruned=3 by_values=1\n"
                                  "  a.parquet rows=5 bytes=0 from=1970-01-01T00:00:00Z to=1970-01-01T00:00:00Z\n");
}

TEST_CASE("JSON is wanted by those who name it") {
    CHECK(gateway::query::wants_json("application/json"));
    CHECK(gateway::query::wants_json("Application/JSON; q=0.9, text/csv"));
    for (const char* accept : {"", "*/*", "text/plain, application/json", "application/x-ndjson"}) {
        CHECK_FALSE(gateway::query::wants_json(accept));
    }
}
