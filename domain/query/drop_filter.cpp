#include "domain/query/drop_filter.hpp"

#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/query/expansion.hpp"

namespace domain::query {
namespace {

namespace compiler = opal::compiler;
namespace check = opal::check;

constexpr base::Timestamp kEarliest{std::chrono::sys_days(std::chrono::year(1700) / 1 / 1)};
constexpr base::Timestamp kLatest{std::chrono::sys_days(std::chrono::year(2250) / 1 / 1)};

/// The pipeline over raw observations.
Expansion question_of(const std::string& pipeline) {
    Expansion question;
    catalog::Dataset observations;
    observations.name = "observations";
    observations.schema = catalog::observation_schema();
    question.datasets.push_back(std::move(observations));
    question.window = {base::to_nanoseconds(kEarliest), base::to_nanoseconds(kLatest)};
    question.stages.push_back({"filter", pipeline, {{"_", compiler::DatasetInput{0}}}});
    return question;
}

base::Error filter_refused(const std::string& why) { return base::Error(base::ErrorCode::kInvalidArgument, "a drop filter " + why); }

/// Whether the expression says the same of a row whenever and beside whichever rows it is asked.
bool is_of_the_row(const check::Expr& expr) {
    if (opal::plan::has_window(expr) || opal::plan::is_volatile(expr)) return false;
    for (const char* const moment : {"now", "query_start_time", "query_end_time"}) {
        if (opal::plan::as_call(expr, moment) != nullptr) return false;
    }
    bool is = true;
    opal::plan::for_each_child(expr, [&](const check::Expr& child) { is = is && is_of_the_row(child); });
    return is;
}

}  // namespace

QueryResult<DropFilter> DropFilter::compile(const std::string& pipeline) {
    Expansion question = question_of(pipeline);
    auto compilation = query::compile(question);
    if (!compilation) return compilation.error();
    const check::Script& script = compilation->stages.front().script;
    if (script.pipelines.size() != 1) return QueryError(filter_refused("has one pipeline, without subqueries"));
    const auto& statements = script.result().statements;
    if (statements.empty()) return QueryError(filter_refused("needs a `filter`"));
    for (const check::Statement& statement : statements) {
        const auto* const filter = std::get_if<check::Filter>(&statement.node);
        if (filter == nullptr) return QueryError(filter_refused("has no verb but `filter`"));
        if (!is_of_the_row(filter->predicate)) {
            return QueryError(filter_refused("looks at one row at a time, without window functions, chance or the present time"));
        }
    }
    // Of its rows, what names them.
    question.stages.push_back({"names", "pick_col BUNDLE_TIMESTAMP, BUNDLE_ID, OBSERVATION_INDEX", {{"_", compiler::StageInput{0}}}});
    compilation = query::compile(question);
    if (!compilation) return compilation.error();
    return DropFilter(std::move(*compilation));
}

ExecutableQuery DropFilter::matches_in(const catalog::Segment& segment) const {
    const std::vector<std::vector<catalog::Segment>> segments{{segment}};
    opal::sql::Statement statement = compiler::emit(compilation_, segments);
    ExecutableQuery query;
    query.sql = std::move(statement.sql);
    query.parameters = std::move(statement.parameters);
    query.columns = compilation_.schema.columns;
    return query;
}

}  // namespace domain::query
