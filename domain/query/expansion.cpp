#include "domain/query/expansion.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "domain/base/invalid_argument.hpp"
#include "domain/query/dataset_access.hpp"
#include "domain/query/stage_graph.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::query {
namespace {

namespace compiler = opal::compiler;

/// A definition as a request of its own.
QueryRequest request_of(const catalog::Definition& definition) {
    QueryRequest request;
    request.output_stage = definition.output_stage;
    for (const catalog::DefinitionStage& stage : definition.stages) {
        Stage asked;
        asked.id = stage.id;
        asked.pipeline = stage.pipeline;
        for (const catalog::DefinitionInput& input : stage.inputs) {
            StageInput read;
            read.name = input.name;
            if (const auto* id = std::get_if<base::DatasetId>(&input.source)) read.source = *id;
            else read.source = StageReference{std::get<std::string>(input.source)};
            asked.inputs.push_back(std::move(read));
        }
        request.stages.push_back(std::move(asked));
    }
    return request;
}

compiler::Stage stage_of(const std::string& prefix, const Stage& asked, const QueryRequest& request) {
    compiler::Stage stage;
    stage.id = prefix + asked.id;
    stage.pipeline = asked.pipeline;
    stage.parameters = asked.parameters;
    stage.parameters.insert(request.parameters.begin(), request.parameters.end());
    stage.version = request.version;
    return stage;
}

class Expander {
public:
    Expander(catalog::Catalog& catalog, const QueryRequest& request, Expansion& expansion)
        : catalog_(catalog), tenant_(request.tenant), asker_(request.asker), expansion_(expansion) {}

    /// Adds the stages of a request; gives the place of its output. `depth`: how many derived datasets it is inside of;
    /// `is_typed`: the innermost one is a typed dataset.
    base::Task<base::Result<std::size_t>> add(const QueryRequest& request, std::string prefix, std::size_t depth, bool is_typed = false) {
        const base::Result<StageOrder> order = order_stages(request);
        if (!order) co_return order.error();
        std::map<std::string, std::size_t> places;
        for (const std::size_t index : order->stages) {
            const Stage& asked = request.stages[index];
            compiler::Stage stage = stage_of(prefix, asked, request);
            for (const StageInput& input : asked.inputs) {
                compiler::NamedInput named;
                named.name = input.name;
                if (const auto* reference = std::get_if<StageReference>(&input.source)) {
                    named.source = compiler::StageInput{places.at(reference->stage)};
                } else {
                    const auto failed = co_await add_dataset(input, prefix, depth, is_typed, named);
                    if (!failed) co_return failed.error();
                }
                stage.inputs.push_back(std::move(named));
            }
            if (expansion_.stages.size() == query_stages_max) {
                co_return base::invalid_argument("the query has too many stages with those of its derived datasets; at most " +
                                                 std::to_string(query_stages_max) + " are allowed");
            }
            places[asked.id] = expansion_.stages.size();
            expansion_.stages.push_back(std::move(stage));
        }
        co_return expansion_.stages.size() - 1;
    }

private:
    /// Says where the rows of a dataset come from: from its segments, or from the stages of its definition.
    base::Task<base::Result<void>> add_dataset(const StageInput& input, const std::string& prefix, std::size_t depth,
                                               bool is_typed, compiler::NamedInput& named) {
        base::Result<catalog::Dataset> dataset = co_await find(input);
        if (!dataset) co_return dataset.error();
        // A typed dataset shows what it reads to whoever may view it.
        if (auto may = is_typed ? base::Result<void>() : check(input, *dataset, prefix); !may) co_return may;
        named.dataset = catalog::link_target(dataset->id);
        if (!dataset->definition) {
            named.source = compiler::DatasetInput{expansion_.datasets.size()};
            expansion_.datasets.push_back(std::move(*dataset));
            co_return base::Result<void>();
        }
        if (depth == derived_datasets_deep_max) {
            co_return base::invalid_argument("too many derived datasets build on each other, at most " +
                                             std::to_string(derived_datasets_deep_max) + " may: " + path(*dataset));
        }
        const QueryRequest definition = request_of(*dataset->definition);
        const base::Result<std::size_t> output = co_await add(definition, path(*dataset) + '/', depth + 1, dataset->is_typed);
        if (!output) co_return output.error();
        named.source = compiler::StageInput{*output};
        co_return base::Result<void>();
    }

    base::Result<void> check(const StageInput& input, const catalog::Dataset& dataset, const std::string& prefix) const {
        if (!asker_) return {};
        const auto* asked = std::get_if<DatasetPath>(&input.source);
        const std::string shown = asked != nullptr ? asked->path : std::to_string(dataset.id.value());
        if (prefix.empty()) return may_read(*asker_, dataset, std::nullopt, shown);
        return may_read(*asker_, dataset, prefix.substr(0, prefix.size() - 1), shown);
    }

    /// The same dataset for every use.
    base::Task<base::Result<catalog::Dataset>> find(const StageInput& input) {
        if (const auto* asked = std::get_if<DatasetPath>(&input.source)) {
            co_return co_await catalog_.find_by_path(tenant_, asked->path);
        }
        const base::DatasetId id = std::get<base::DatasetId>(input.source);
        if (const auto known = known_.find(id); known != known_.end()) co_return known->second;
        base::Result<catalog::Dataset> found = co_await catalog_.find(tenant_, id);
        if (found) known_.emplace(id, *found);
        co_return found;
    }

    catalog::Catalog& catalog_;
    const base::TenantId& tenant_;
    const std::optional<identity::Principal>& asker_;
    Expansion& expansion_;
    std::map<base::DatasetId, catalog::Dataset> known_;
};

Diagnostic diagnostic_of(const opal::source::Diagnostic& found, const opal::source::SourceText& source) {
    const opal::source::Place begin = source.place(found.span.begin);
    const opal::source::Place end = source.place(found.span.end);
    const std::size_t line_end = opal::source::character_count(source.line(begin.line)) + 1;
    Diagnostic diagnostic;
    diagnostic.stage = source.name();
    diagnostic.severity = name(found.severity);
    diagnostic.code = found.code;
    diagnostic.line = begin.line;
    diagnostic.column = begin.column;
    diagnostic.length = std::max(begin.column, end.line == begin.line ? end.column : line_end) - begin.column;
    diagnostic.message = found.message;
    diagnostic.hint = found.hint;
    return diagnostic;
}

}  // namespace

base::Task<base::Result<Expansion>> expand(catalog::Catalog& catalog, const QueryRequest& request) {
    Expansion expansion;
    expansion.window = {base::to_nanoseconds(request.window.start), base::to_nanoseconds(request.window.end)};
    expansion.row_limit = request.row_limit;
    Expander expander(catalog, request, expansion);
    const base::Result<std::size_t> output = co_await expander.add(request, std::string(), 0);
    if (!output) co_return output.error();
    co_return expansion;
}

QueryResult<compiler::Compilation> compile(const Expansion& expansion) {
    compiler::Compilation compilation = compiler::compile({.datasets = expansion.datasets,
                                                           .stages = expansion.stages,
                                                           .output_stage = expansion.stages.size() - 1,
                                                           .window = expansion.window,
                                                           .row_limit = expansion.row_limit});
    if (!compilation.has_errors) return compilation;
    return QueryError(base::invalid_argument(compiler::render_diagnostics(compilation)), diagnostics_of(compilation));
}

std::vector<Diagnostic> diagnostics_of(const compiler::Compilation& compilation) {
    std::vector<Diagnostic> all;
    for (const compiler::CheckedStage& stage : compilation.stages) {
        for (const opal::source::Diagnostic& found : stage.diagnostics.sorted()) {
            all.push_back(diagnostic_of(found, stage.source));
        }
    }
    return all;
}

}  // namespace domain::query
