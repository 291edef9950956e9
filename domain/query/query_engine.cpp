#include "domain/query/query_engine.hpp"

#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/expansion.hpp"
#include "domain/query/linkify.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::query {
namespace {

namespace compiler = opal::compiler;
using SegmentLists = std::vector<std::vector<catalog::Segment>>;

static_assert(std::is_same_v<BoundValue, opal::sql::Parameter>);

/// A request on its way to the store.
struct Prepared {
    Prepared() = default;
    Expansion expansion;
    compiler::Compilation compilation;
    std::vector<catalog::SegmentQuery> queries;
    SegmentLists segments;  // one list for each query
    std::vector<std::size_t> in_window;  // how many of each there were before leave_out()
    opal::sql::Statement statement;
};

/// Finds the datasets and compiles.
base::Task<QueryResult<Prepared>> understand(catalog::Catalog& catalog, const QueryRequest& request) {
    Prepared prepared;
    base::Result<Expansion> expansion = co_await expand(catalog, request);
    if (!expansion) co_return expansion.error();
    prepared.expansion = std::move(*expansion);
    QueryResult<compiler::Compilation> compilation = compile(prepared.expansion);
    if (!compilation) co_return compilation.error();
    prepared.compilation = std::move(*compilation);
    co_return prepared;
}

base::Task<QueryResult<Prepared>> prepare(catalog::Catalog& catalog, const QueryRequest& request) {
    QueryResult<Prepared> understood = co_await understand(catalog, request);
    if (!understood) co_return understood.error();
    Prepared prepared = std::move(*understood);
    if (request.linkify) {
        const base::Result<std::optional<QueryRequest>> linked = co_await with_links(catalog, request, prepared.compilation.schema);
        if (!linked) co_return linked.error();
        if (*linked) {
            understood = co_await understand(catalog, **linked);
            // Labels that the asker may not view, or what stands behind them, are left out: the rows are not.
            const bool is_hidden = !understood && understood.error().code() == base::ErrorCode::kPermissionDenied;
            if (!understood && !is_hidden) co_return understood.error();
            if (understood) prepared = std::move(*understood);
        }
    }
    prepared.queries = compiler::segment_queries(prepared.compilation, prepared.expansion.datasets);
    std::vector<catalog::SegmentQuery> queries = prepared.queries;
    base::Result<SegmentLists> segments = co_await catalog.segments(request.tenant, std::move(queries));
    if (!segments) co_return segments.error();
    prepared.segments = std::move(*segments);
    for (const auto& list : prepared.segments) prepared.in_window.push_back(list.size());
    compiler::leave_out(prepared.compilation, prepared.segments);
    prepared.statement = compiler::emit(prepared.compilation, prepared.segments);
    co_return prepared;
}

/// The compiler's explanation, cut at its lines `--- name`.
std::vector<Explanation::Section> sections_of(const std::string& text) {
    constexpr std::string_view kMark = "--- ";
    std::vector<Explanation::Section> sections;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        if (line.starts_with(kMark)) {
            sections.emplace_back();
            sections.back().name = line.substr(kMark.size());
        } else if (!sections.empty()) {
            sections.back().text.append(line).append("\n");
        }
        at = end + 1;
    }
    return sections;
}

std::string path_of(const std::vector<catalog::Dataset>& datasets, base::DatasetId id) {
    for (const catalog::Dataset& dataset : datasets) {
        if (dataset.id == id) return path(dataset);
    }
    return std::to_string(id.value());
}

Explanation explain_prepared(const Prepared& prepared, const SegmentLists& all) {
    Explanation explanation;
    explanation.advice = compiler::render_diagnostics(prepared.compilation);
    explanation.diagnostics = diagnostics_of(prepared.compilation);
    explanation.sections = sections_of(compiler::explain(prepared.compilation));
    explanation.sections.push_back({"sql", prepared.statement.sql});
    for (std::size_t i = 0; i < prepared.queries.size(); ++i) {
        Explanation::Scan scan;
        scan.dataset = prepared.queries[i].dataset;
        scan.path = path_of(prepared.expansion.datasets, scan.dataset);
        scan.read = prepared.segments[i];
        // Segments that landed between the two questions are not the dataset's yet.
        scan.segments = std::max(all[i].size(), prepared.in_window[i]);
        scan.in_window = prepared.in_window[i];
        explanation.scans.push_back(std::move(scan));
    }
    return explanation;
}

}  // namespace

base::Task<QueryResult<std::unique_ptr<RowStream>>> QueryEngine::run(QueryRequest request, base::Timestamp deadline) {
    QueryResult<Prepared> prepared = co_await prepare(catalog_, request);
    if (!prepared) co_return prepared.error();
    ExecutableQuery query;
    query.sql = std::move(prepared->statement.sql);
    query.parameters = std::move(prepared->statement.parameters);
    query.columns = std::move(prepared->compilation.schema.columns);
    auto rows = co_await store_.run(std::move(query), deadline);
    if (!rows) co_return rows.error();
    co_return std::move(*rows);
}

base::Task<QueryResult<Explanation>> QueryEngine::explanation(QueryRequest request) {
    const QueryResult<Prepared> prepared = co_await prepare(catalog_, request);
    if (!prepared) co_return prepared.error();
    std::vector<catalog::SegmentQuery> everything = prepared->queries;
    for (catalog::SegmentQuery& query : everything) {
        query.from = base::from_nanoseconds(std::numeric_limits<std::int64_t>::min());
        query.to = base::from_nanoseconds(std::numeric_limits<std::int64_t>::max());
    }
    const base::Result<SegmentLists> all = co_await catalog_.segments(request.tenant, std::move(everything));
    if (!all) co_return all.error();
    co_return explain_prepared(*prepared, *all);
}

base::Task<QueryResult<std::string>> QueryEngine::explain(QueryRequest request) {
    const QueryResult<Explanation> explained = co_await explanation(std::move(request));
    if (!explained) co_return explained.error();
    co_return to_text(*explained);
}

}  // namespace domain::query
