#include "domain/query/dataset_review.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "domain/catalog/dataset_graph.hpp"
#include "domain/query/expansion.hpp"
#include "domain/query/stage_graph.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::query {
namespace {

using base::ErrorCode;
using catalog::Dataset;
using catalog::Schema;
using Names = std::set<std::string>;

/// The id that a new dataset has while it is reviewed: no stored one is negative.
constexpr std::int64_t kNewDataset = -1;

/// The datasets of one tenant in memory: as they are, or as they would be.
class DatasetsInMemory final : public catalog::Catalog {
public:
    explicit DatasetsInMemory(const std::vector<Dataset>& all) {
        for (const Dataset& dataset : all) datasets_.emplace(dataset.id, dataset);
    }
    void put(Dataset dataset) { datasets_.insert_or_assign(dataset.id, std::move(dataset)); }
    const Dataset* get(base::DatasetId id) const {
        const auto found = datasets_.find(id);
        return found == datasets_.end() ? nullptr : &found->second;
    }

    base::Task<base::Result<Dataset>> find(const base::TenantId&, base::DatasetId id) override {
        if (const Dataset* dataset = get(id)) co_return *dataset;
        co_return base::Error(ErrorCode::kNotFound, "dataset not found: " + std::to_string(id.value()));
    }
    base::Task<base::Result<Dataset>> find_by_path(const base::TenantId&, const std::string& wanted) override {
        for (const auto& [id, dataset] : datasets_) {
            if (path(dataset) == wanted) co_return dataset;
        }
        co_return base::Error(ErrorCode::kNotFound, "dataset not found: " + wanted);
    }
    base::Task<base::Result<std::vector<std::vector<catalog::Segment>>>> segments(
        const base::TenantId&, std::vector<catalog::SegmentQuery> queries) override {
        co_return std::vector<std::vector<catalog::Segment>>(queries.size());
    }

private:
    std::map<base::DatasetId, Dataset> datasets_;
};

/// Any window: a schema does not depend on it.
TimeWindow any_window() {
    const base::Timestamp start = base::from_nanoseconds(1'700'000'000'000'000'000);
    return {start, start + std::chrono::hours(1)};
}

/// A request for all rows of one dataset.
QueryRequest whole(const base::TenantId& tenant, base::DatasetId dataset) {
    QueryRequest request;
    request.tenant = tenant;
    request.window = any_window();
    Stage stage;
    stage.id = "result";
    StageInput input;
    input.source = dataset;
    stage.inputs.push_back(std::move(input));
    request.stages.push_back(std::move(stage));
    return request;
}

base::Task<QueryResult<opal::compiler::Compilation>> compile_dataset(DatasetsInMemory& datasets, base::TenantId tenant,
                                                                     base::DatasetId id) {
    const QueryRequest request = whole(tenant, id);
    const base::Result<Expansion> expansion = co_await expand(datasets, request);
    if (!expansion) co_return expansion.error();
    co_return compile(*expansion);
}

/// The names of the columns that both have, with different types.
Names retyped(const Schema& before, const Schema& after) {
    Names names;
    for (const catalog::Column& column : before.columns) {
        const auto now = after.find(column.name);
        if (now && after.columns[*now].type != column.type) names.insert(column.name);
    }
    return names;
}

/// A schema without some columns, and without everything that is said about them.
Schema without(Schema schema, const std::string& column) {
    const auto is_gone = [&](const auto& name) { return name == column; };
    std::erase_if(schema.columns, [&](const catalog::Column& each) { return each.name == column; });
    if (schema.label && is_gone(*schema.label)) schema.label.reset();
    const auto names_it = [&](const std::vector<std::string>& key) { return std::any_of(key.begin(), key.end(), is_gone); };
    if (names_it(schema.primary_key)) schema.primary_key.clear();
    std::erase_if(schema.candidate_keys, names_it);
    std::erase_if(schema.links, [&](const catalog::Link& link) {
        return std::any_of(link.columns.begin(), link.columns.end(), [&](const auto& pair) { return is_gone(pair.source); });
    });
    std::erase_if(schema.interfaces, [&](const catalog::Interface& interface) {
        return std::any_of(interface.roles.begin(), interface.roles.end(), [&](const auto& role) { return is_gone(role.column); });
    });
    return schema;
}

bool is_time(const Schema& schema, const std::string& column) {
    return schema.valid_from == column || schema.valid_to == column;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Carries one review out.
class Reviewer {
public:
    Reviewer(const std::vector<Dataset>& all, const DatasetDraft& draft)
        : before_(all), after_(all), draft_(draft), id_(draft.id.value_or(base::DatasetId(kNewDataset))) {
        for (const Dataset& dataset : all) {
            if (dataset.definition) graph_.add(dataset.id, dataset.definition->inputs());
        }
    }

    base::Task<QueryResult<DatasetReview>> run() {
        const auto resolved = co_await resolve();
        if (!resolved) co_return resolved.error();
        if (const auto circle = check_circle(); !circle) co_return circle.error();
        put_draft();
        auto compilation = co_await compile_dataset(after_, draft_.tenant, id_);
        if (!compilation) co_return explain_failure(compilation.error());
        review_.schema = compilation->schema;
        review_.advice = diagnostics_of(*compilation);
        put_schema(id_, review_.schema);
        for (const base::DatasetId dependent : graph_.dependents(id_)) co_await review_dependent(dependent);
        if (!broken_.empty()) co_return breaks();
        co_return std::move(review_);
    }

    base::Task<QueryResult<std::vector<ReviewedDependent>>> run_schema(const Schema& schema) {
        put_schema(id_, schema);
        for (const base::DatasetId dependent : graph_.dependents(id_)) co_await review_dependent(dependent);
        if (!broken_.empty()) co_return breaks();
        co_return std::move(review_.dependents);
    }

private:
    /// The draft's stages in order, with datasets by id.
    base::Task<base::Result<void>> resolve() {
        QueryRequest request;
        request.stages = draft_.stages;
        request.output_stage = draft_.output_stage;
        const base::Result<StageOrder> order = order_stages(request);
        if (!order) co_return order.error();
        for (const std::size_t index : order->stages) {
            const Stage& asked = draft_.stages[index];
            catalog::DefinitionStage stage;
            stage.id = asked.id;
            stage.pipeline = asked.pipeline;
            for (const StageInput& input : asked.inputs) {
                catalog::DefinitionInput read;
                read.name = input.name;
                if (const auto* reference = std::get_if<StageReference>(&input.source)) {
                    read.source = reference->stage;
                } else {
                    const base::Result<Dataset> dataset = co_await find(input);
                    if (!dataset) co_return dataset.error();
                    read.source = dataset->id;
                }
                stage.inputs.push_back(std::move(read));
            }
            review_.definition.stages.push_back(std::move(stage));
        }
        review_.definition.output_stage = review_.definition.stages.back().id;
        for (const base::DatasetId input : review_.definition.inputs()) {
            review_.inputs.push_back({input, before_.get(input)->version});
        }
        co_return base::Result<void>();
    }

    base::Task<base::Result<Dataset>> find(const StageInput& input) {
        if (const auto* id = std::get_if<base::DatasetId>(&input.source)) {
            co_return co_await before_.find(draft_.tenant, *id);
        }
        co_return co_await before_.find_by_path(draft_.tenant, std::get<DatasetPath>(input.source).path);
    }

    base::Result<void> check_circle() const {
        const auto dependents = graph_.dependents(id_);
        for (const catalog::DatasetVersion& input : review_.inputs) {
            const bool depends = std::find(dependents.begin(), dependents.end(), input.dataset) != dependents.end();
            if (input.dataset != id_ && !depends) continue;
            return base::Error(ErrorCode::kConflict,
                               "the dataset would read itself, through: " + path(*before_.get(input.dataset)));
        }
        return {};
    }

    void put_draft() {
        Dataset dataset;
        if (const Dataset* known = before_.get(id_)) dataset = *known;
        dataset.id = id_;
        dataset.tenant = draft_.tenant;
        const std::size_t dot = draft_.path.find('.');
        dataset.workspace = draft_.path.substr(0, dot);
        dataset.name = dot == std::string::npos ? std::string() : draft_.path.substr(dot + 1);
        dataset.definition = review_.definition;
        after_.put(std::move(dataset));
    }

    void put_schema(base::DatasetId id, const Schema& schema) {
        Dataset dataset = *after_.get(id);
        dataset.schema = schema;
        after_.put(std::move(dataset));
    }

    /// Stages of the draft are named as the user named them.
    QueryError explain_failure(const QueryError& error) const {
        const std::string prefix = draft_.path + '/';
        std::vector<Diagnostic> diagnostics = error.diagnostics();
        std::string message = error.message();
        for (Diagnostic& diagnostic : diagnostics) {
            if (diagnostic.stage.starts_with(prefix)) diagnostic.stage.erase(0, prefix.size());
        }
        for (std::size_t at = message.find(" --> " + prefix); at != std::string::npos;
             at = message.find(" --> " + prefix, at)) {
            message.erase(at + 5, prefix.size());
        }
        return {base::Error(error.code(), std::move(message)), std::move(diagnostics)};
    }

    base::Task<void> review_dependent(base::DatasetId id) {
        const Dataset& dataset = *before_.get(id);
        const auto compilation = co_await compile_dataset(after_, draft_.tenant, id);
        if (!compilation) {
            const QueryError error = compilation.error();
            broken_.push_back({id, path(dataset), error.diagnostics().empty() ? first_line(error.message())
                                                                              : error.diagnostics().front().message});
            co_return;
        }
        for (const base::DatasetId input : dataset.definition->inputs()) {
            const Names changed = retyped(before_.get(input)->schema, after_.get(input)->schema);
            for (const std::string& column : changed) {
                if (!co_await uses(id, input, column)) continue;
                broken_.push_back({id, path(dataset), "it uses the column \"" + column + "\" of " +
                                                          path(*after_.get(input)) + ", which would change its type"});
                co_return;
            }
        }
        ReviewedDependent reviewed;
        reviewed.seen = {id, dataset.version};
        if (compilation->schema != dataset.schema) reviewed.schema = compilation->schema;
        put_schema(id, compilation->schema);
        review_.dependents.push_back(std::move(reviewed));
    }

    /// Whether a dataset would be another one if its input had not this column. Inputs stand in for what they are made of: as
    /// if they held data of their own.
    base::Task<bool> uses(base::DatasetId reader, base::DatasetId input, std::string column) {
        if (is_time(after_.get(input)->schema, column)) co_return true;
        DatasetsInMemory datasets({});
        datasets.put(*after_.get(reader));
        for (const base::DatasetId each : after_.get(reader)->definition->inputs()) {
            Dataset opaque = *after_.get(each);
            opaque.definition.reset();
            datasets.put(std::move(opaque));
        }
        const auto with = co_await compile_dataset(datasets, draft_.tenant, reader);
        Dataset narrower = *datasets.get(input);
        narrower.schema = query::without(std::move(narrower.schema), column);
        datasets.put(std::move(narrower));
        const auto without_it = co_await compile_dataset(datasets, draft_.tenant, reader);
        if (!with || !without_it) co_return true;
        // What is only handed on is missing at the end, and nothing else is different.
        co_return query::without(with->schema, column) != query::without(without_it->schema, column);
    }

    QueryError breaks() const {
        std::string list;
        for (const Dependent& dependent : broken_) {
            list += (list.empty() ? "" : "; ") + dependent.path + " (" + dependent.reason + ")";
        }
        return {base::Error(ErrorCode::kConflict, "the change would break datasets that depend on this one: " + list),
                broken_};
    }

    DatasetsInMemory before_;
    DatasetsInMemory after_;
    const DatasetDraft& draft_;
    const base::DatasetId id_;
    catalog::DatasetGraph graph_;
    DatasetReview review_;
    std::vector<Dependent> broken_;
};

}  // namespace

base::Task<QueryResult<DatasetReview>> review(const std::vector<Dataset>& all, const DatasetDraft& draft) {
    Reviewer reviewer(all, draft);
    co_return co_await reviewer.run();
}

base::Task<QueryResult<std::vector<ReviewedDependent>>> review_schema(const std::vector<Dataset>& all, base::TenantId tenant,
                                                                      base::DatasetId dataset, const Schema& schema) {
    DatasetDraft draft;
    draft.tenant = std::move(tenant);
    draft.id = dataset;
    Reviewer reviewer(all, draft);
    co_return co_await reviewer.run_schema(schema);
}

}  // namespace domain::query
