#include "domain/query/query_engine.hpp"

#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/stage_graph.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::query {
namespace {

namespace compiler = opal::compiler;

static_assert(std::is_same_v<BoundValue, opal::sql::Parameter>);

/// A request whose datasets are known.
struct Resolved {
    Resolved() = default;
    std::vector<catalog::Dataset> datasets;
    std::vector<compiler::Stage> stages;
    opal::plan::Window window;
    std::optional<std::int64_t> row_limit;
};

/// A request on its way to the store.
struct Prepared {
    Prepared() = default;
    compiler::Compilation compilation;
    std::vector<std::vector<catalog::Segment>> segments;
    opal::sql::Statement statement;
};

base::Task<base::Result<catalog::Dataset>> find_dataset(catalog::Catalog& catalog, const base::TenantId& tenant,
                                                        const StageInput& input) {
    if (const auto* id = std::get_if<base::DatasetId>(&input.source)) co_return co_await catalog.find(tenant, *id);
    co_return co_await catalog.find_by_path(tenant, std::get<DatasetPath>(input.source).path);
}

base::Task<base::Result<Resolved>> resolve(catalog::Catalog& catalog, const QueryRequest& request) {
    const base::Result<StageOrder> order = order_stages(request);
    if (!order) co_return order.error();
    Resolved resolved;
    resolved.window = {base::to_nanoseconds(request.window.start), base::to_nanoseconds(request.window.end)};
    resolved.row_limit = request.row_limit;
    std::map<std::string, std::size_t> places;
    for (const std::size_t index : order->stages) {
        const Stage& stage = request.stages[index];
        compiler::Stage compiled{stage.id, stage.pipeline, {}};
        for (const StageInput& input : stage.inputs) {
            if (const auto* reference = std::get_if<StageReference>(&input.source)) {
                compiled.inputs.push_back({input.name, compiler::StageInput{places.at(reference->stage)}});
                continue;
            }
            base::Result<catalog::Dataset> dataset = co_await find_dataset(catalog, request.tenant, input);
            if (!dataset) co_return dataset.error();
            compiled.inputs.push_back({input.name, compiler::DatasetInput{resolved.datasets.size()}});
            resolved.datasets.push_back(std::move(*dataset));
        }
        places[stage.id] = resolved.stages.size();
        resolved.stages.push_back(std::move(compiled));
    }
    co_return resolved;
}

base::Task<base::Result<Prepared>> prepare(catalog::Catalog& catalog, const QueryRequest& request) {
    base::Result<Resolved> resolved = co_await resolve(catalog, request);
    if (!resolved) co_return resolved.error();
    Prepared prepared;
    prepared.compilation = compiler::compile({.datasets = resolved->datasets,
                                              .stages = resolved->stages,
                                              .output_stage = resolved->stages.size() - 1,
                                              .window = resolved->window,
                                              .row_limit = resolved->row_limit});
    if (prepared.compilation.has_errors) {
        co_return base::Error(base::ErrorCode::kInvalidArgument, compiler::render_diagnostics(prepared.compilation));
    }
    std::vector<catalog::SegmentQuery> queries =
        compiler::segment_queries(prepared.compilation, resolved->datasets);
    auto segments = co_await catalog.segments(request.tenant, std::move(queries));
    if (!segments) co_return segments.error();
    prepared.segments = std::move(*segments);
    prepared.statement = compiler::emit(prepared.compilation, prepared.segments);
    co_return prepared;
}

std::string explain_text(const Prepared& prepared) {
    std::string text = compiler::render_diagnostics(prepared.compilation) + compiler::explain(prepared.compilation) +
                       "--- sql\n" + prepared.statement.sql + "\n--- segments\n";
    for (const std::vector<catalog::Segment>& list : prepared.segments) {
        for (const catalog::Segment& segment : list) {
            text += segment.file + " rows=" + std::to_string(segment.rows) + " bytes=" + std::to_string(segment.bytes) +
                    " from=" + base::to_rfc3339(segment.time_min) + " to=" + base::to_rfc3339(segment.time_max) + "\n";
        }
    }
    return text;
}

}  // namespace

base::Task<base::Result<std::unique_ptr<RowStream>>> QueryEngine::run(QueryRequest request, base::Timestamp deadline) {
    base::Result<Prepared> prepared = co_await prepare(catalog_, request);
    if (!prepared) co_return prepared.error();
    ExecutableQuery query;
    query.sql = std::move(prepared->statement.sql);
    query.parameters = std::move(prepared->statement.parameters);
    query.columns = std::move(prepared->compilation.schema.columns);
    co_return co_await store_.run(std::move(query), deadline);
}

base::Task<base::Result<std::string>> QueryEngine::explain(QueryRequest request) {
    const base::Result<Prepared> prepared = co_await prepare(catalog_, request);
    if (!prepared) co_return prepared.error();
    co_return explain_text(*prepared);
}

}  // namespace domain::query
