#include "gateway/admin/datasets.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "domain/base/invalid_argument.hpp"
#include "domain/query/dataset_access.hpp"
#include "gateway/admin/dataset_json.hpp"
#include "gateway/admin/dataset_list.hpp"
#include "gateway/admin/dataset_refusal.hpp"
#include "gateway/admin/workspace_choice.hpp"
#include "gateway/http/problem.hpp"
#include "gateway/query/query_problem.hpp"
#include "gateway/query/stage_json.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::DatasetView;
using domain::base::DatasetId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::Task;
using domain::base::invalid_argument;
using domain::identity::Action;
namespace dataset = domain::admin::dataset;
namespace catalog = domain::catalog;

/// What a request says, as far as it says it.
struct Datasets::Form {
    Form() = default;
    std::optional<DatasetId> id;  ///< from the path
    std::optional<std::string> label;
    std::optional<std::string> description;
    std::optional<ObjectId> workspace;
    std::optional<query::StagesJson> query;
};

/// What is to be sent to the log; or the refusal, when that is clear already.
struct Datasets::Plan {
    Plan() = default;
    std::optional<http::Response> refusal;
    DatasetId id;
    domain::admin::Command command;
    std::vector<domain::query::Diagnostic> advice;
    bool removes = false;
    bool replayed = false;  ///< an earlier request with the same Idempotency-Key made it
};

namespace {

using Views = std::vector<DatasetView>;

Result<DatasetId> dataset_id(const http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) return id.error();
    return DatasetId(id->value());
}

const DatasetView* find(const Views& all, DatasetId id) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const DatasetView& view) { return view.dataset.id == id; });
    return found == all.end() ? nullptr : &*found;
}

bool may(const http::RequestContext& context, Action action, const DatasetView& view) {
    return domain::identity::may(context.principal(), action, domain::query::object_of(view.dataset));
}

/// Whether the caller may change the dataset; one that may not be seen does not exist.
Result<void> may_edit(const http::RequestContext& context, const DatasetView& view) {
    return domain::identity::demand(context.principal(), Action::kEdit, domain::query::object_of(view.dataset), "dataset",
                                    std::to_string(view.dataset.id.value()));
}

Error dataset_not_found(DatasetId id) { return Error(ErrorCode::kNotFound, "dataset not found: " + std::to_string(id.value())); }

std::vector<catalog::Dataset> datasets_of(const Views& views) {
    std::vector<catalog::Dataset> datasets;
    for (const DatasetView& view : views) datasets.push_back(view.dataset);
    return datasets;
}

/// The first fault of a name, as the log's decision would find it.
Result<void> check_name(const Views& all, ObjectId workspace, const std::string& name, std::optional<DatasetId> self) {
    if (!dataset::is_dataset_name(name)) {
        return invalid_argument(name.empty() ? "label is missing" : "label is no name for a dataset, it has a control character, a quote, "
                                                       "a colon, a blank at an end or more than 255 bytes: " + name);
    }
    for (const DatasetView& view : all) {
        if (view.workspace != workspace || view.dataset.name != name || view.dataset.id == self) continue;
        return Error(ErrorCode::kConflict, "dataset name is taken: " + name);
    }
    return {};
}

std::vector<dataset::Revision> revisions(const std::vector<domain::query::ReviewedDependent>& dependents) {
    std::vector<dataset::Revision> list;
    for (const auto& dependent : dependents) list.push_back({dependent.seen, dependent.schema});
    return list;
}

domain::query::DatasetDraft draft_of(const domain::base::TenantId& tenant, std::optional<DatasetId> id, std::string path,
                                     const query::StagesJson& stages) {
    domain::query::DatasetDraft draft;
    draft.tenant = tenant;
    draft.id = id;
    draft.path = std::move(path);
    draft.stages = stages.stages;
    draft.output_stage = stages.output_stage;
    return draft;
}

std::optional<query::StagesJson> query_member(rest::Body& body) {
    const auto* query = body.json("query");
    if (query == nullptr) return std::nullopt;
    if (!query->is_object()) {
        body.fail("query must be an object");
        return std::nullopt;
    }
    auto stages = query::parse_stages(*query);
    if (stages) return std::move(*stages);
    body.fail(stages.error().message());
    return std::nullopt;
}

}  // namespace

Task<Result<Views>> Datasets::visible(const http::RequestContext& context) {
    auto all = co_await reader_.datasets(context.principal().tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const DatasetView& view) { return !may(context, Action::kList, view); });
    co_return all;
}

Task<Result<http::Response>> Datasets::list(http::RequestContext& context) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    const auto page = select_datasets(std::move(*all), context.request());
    if (!page) co_return page.error();
    const bool with_query = context.request().parameter("expand") == "query";
    nlohmann::ordered_json datasets = nlohmann::ordered_json::array();
    for (const DatasetView& view : page->datasets) {
        datasets.push_back(dataset_json(view, with_query && may(context, Action::kView, view)));
    }
    co_return rest::list_page("datasets", std::move(datasets), page->total);
}

Task<Result<DatasetView>> Datasets::one(const http::RequestContext& context) {
    const auto id = dataset_id(context);
    if (!id) co_return id.error();
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    const DatasetView* view = find(*all, *id);
    if (view == nullptr) co_return dataset_not_found(*id);
    co_return *view;
}

Task<Result<http::Response>> Datasets::show(http::RequestContext& context) {
    const auto view = co_await one(context);
    if (!view) co_return view.error();
    co_return rest::answer(200, dataset_json(*view, may(context, Action::kView, *view)));
}

Task<Result<http::Response>> Datasets::legacy_list(http::RequestContext& context) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    const Views selected = select_legacy_datasets(std::move(*all), context.request());
    nlohmann::ordered_json answer;
    answer["ok"] = true;
    answer["data"] = nlohmann::ordered_json::array();
    for (const DatasetView& view : selected) answer["data"].push_back(legacy_dataset_json(view));
    co_return http::Response::json(200, rest::dump(answer));
}

Task<Result<http::Response>> Datasets::legacy_show(http::RequestContext& context) {
    const auto view = co_await one(context);
    if (!view) co_return view.error();
    nlohmann::ordered_json answer;
    answer["ok"] = true;
    answer["data"] = legacy_dataset_json(*view);
    co_return http::Response::json(200, rest::dump(answer));
}

Task<Result<http::Response>> Datasets::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    Form form;
    form.label = body->text("label").value_or(std::string());
    form.description = body->text("description").change(std::string());
    if (const auto workspace = body->id("workspaceId").value()) form.workspace = *workspace;
    form.query = query_member(*body);
    if (!form.query) body->fail("query must be an object");
    if (const auto read = body->finish(); !read) co_return read.error();
    co_return co_await change(context, std::move(form), &Datasets::plan_create);
}

Task<Result<http::Response>> Datasets::update(http::RequestContext& context) {
    const auto id = dataset_id(context);
    if (!id) co_return id.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    Form form;
    form.id = *id;
    form.label = body->text("label").change(std::string());
    form.description = body->text("description").change(std::string());
    form.query = query_member(*body);
    if (const auto read = body->finish(); !read) co_return read.error();
    co_return co_await change(context, std::move(form), &Datasets::plan_update);
}

Task<Result<http::Response>> Datasets::remove(http::RequestContext& context) {
    const auto id = dataset_id(context);
    if (!id) co_return id.error();
    Form form;
    form.id = *id;
    co_return co_await change(context, std::move(form), &Datasets::plan_remove);
}

/// Plans a change on what is there now, sends it, and plans it anew when something else was faster.
Task<Result<http::Response>> Datasets::change(http::RequestContext& context, Form form, Planner planner) {
    for (int number = 1;; ++number) {
        const auto attempt = commands_.attempt(context, number);
        if (!attempt) co_return attempt.error();
        auto known = co_await commands_.recall(context, *attempt);
        if (!known) co_return known.error();
        Plan plan;
        plan.id = DatasetId(attempt->ids.object().value());
        if (!*known) {
            const auto all = co_await reader_.datasets(context.principal().tenant);
            if (!all) co_return all.error();
            auto planned = co_await (this->*planner)(context, form, *all, plan.id);
            if (!planned) co_return planned.error();
            plan = std::move(*planned);
            if (plan.refusal) co_return std::move(*plan.refusal);
            auto outcome = co_await commands_.send(context, *attempt, std::move(plan.command));
            if (!outcome) co_return outcome.error();
            *known = std::move(*outcome);
        }
        plan.replayed = attempt->was_earlier(**known);
        if ((*known)->accepted) co_return co_await answer(context, plan);
        if ((*known)->code != ErrorCode::kConflict || number == rest::Commands::attempts_max) {
            co_return Error((*known)->code, (*known)->message);
        }
    }
}

Task<Result<Datasets::Plan>> Datasets::plan_create(const http::RequestContext& context, const Form& form, const Views& all,
                                                   DatasetId fresh) {
    const auto& tenant = context.principal().tenant;
    const auto workspace = co_await choose_workspace(reader_, tenant, form.workspace);
    if (!workspace) co_return workspace.error();
    const domain::identity::ObjectRef made{domain::identity::ObjectKind::kDataset, 0, {workspace->id.value()}};
    if (!domain::identity::may(context.principal(), Action::kEdit, made)) {
        co_return Error(ErrorCode::kPermissionDenied, "you may not make datasets here");
    }
    const auto named = check_name(all, workspace->id, *form.label, std::nullopt);
    if (!named) co_return named.error();
    const auto draft = draft_of(tenant, std::nullopt, workspace->name + '.' + *form.label, *form.query);
    const auto datasets = datasets_of(all);
    if (auto read = domain::query::may_read(context.principal(), datasets, draft.stages); !read) co_return read.error();
    auto reviewed = co_await domain::query::review(datasets, draft);
    Plan plan;
    if (!reviewed) {
        plan.refusal = dataset_refusal(reviewed.error());
        co_return plan;
    }
    plan.id = fresh;
    plan.advice = std::move(reviewed->advice);
    dataset::CreateDataset create{plan.id,
                                  workspace->id,
                                  *form.label,
                                  form.description.value_or(std::string()),
                                  std::move(reviewed->definition),
                                  std::move(reviewed->schema),
                                  std::move(reviewed->inputs)};
    plan.command = std::move(create);
    co_return plan;
}

Task<Result<Datasets::Plan>> Datasets::plan_update(const http::RequestContext& context, const Form& form, const Views& all,
                                                   DatasetId) {
    const DatasetView* view = find(all, *form.id);
    if (view == nullptr) co_return dataset_not_found(*form.id);
    if (auto edits = may_edit(context, *view); !edits) co_return edits.error();
    if (form.label) {
        const auto named = check_name(all, view->workspace, *form.label, *form.id);
        if (!named) co_return named.error();
    }
    Plan plan;
    plan.id = *form.id;
    dataset::UpdateDataset update{*form.id, form.label, form.description, std::nullopt};
    // What is not derived is refused by the decision, with the right words.
    if (form.query && view->dataset.definition) {
        const std::string name = form.label.value_or(view->dataset.name);
        const auto draft = draft_of(context.principal().tenant, *form.id, view->dataset.workspace + '.' + name, *form.query);
        const auto datasets = datasets_of(all);
        if (auto read = domain::query::may_read(context.principal(), datasets, draft.stages); !read) co_return read.error();
        auto reviewed = co_await domain::query::review(datasets, draft);
        if (!reviewed) {
            plan.refusal = dataset_refusal(told_to(context.principal(), all, reviewed.error()));
            co_return plan;
        }
        plan.advice = std::move(reviewed->advice);
        dataset::Redefinition redefinition{view->dataset.version, std::move(reviewed->definition),
                                           std::move(reviewed->schema), std::move(reviewed->inputs),
                                           revisions(reviewed->dependents)};
        update.redefinition = std::move(redefinition);
    }
    plan.command = std::move(update);
    co_return plan;
}

Task<Result<Datasets::Plan>> Datasets::plan_remove(const http::RequestContext& context, const Form& form, const Views& all, DatasetId) {
    const DatasetView* view = find(all, *form.id);
    if (view == nullptr) co_return dataset_not_found(*form.id);
    if (auto edits = may_edit(context, *view); !edits) co_return edits.error();
    Plan plan;
    plan.refusal = refusal_by_readers(context.principal(), all, *form.id, catalog::path(view->dataset), "it reads the dataset");
    if (plan.refusal) co_return plan;
    plan.id = *form.id;
    plan.command = dataset::DeleteDataset{*form.id};
    plan.removes = true;
    co_return plan;
}

/// The record as it is after an accepted change.
Task<Result<http::Response>> Datasets::answer(const http::RequestContext& context, const Plan& plan) {
    if (plan.removes) co_return rest::removed();
    const auto all = co_await reader_.datasets(context.principal().tenant);
    if (!all) co_return all.error();
    const DatasetView* view = find(*all, plan.id);
    if (view == nullptr) co_return dataset_not_found(plan.id);
    nlohmann::ordered_json record = dataset_json(*view, true);
    if (!plan.advice.empty()) record["diagnostics"] = nlohmann::ordered_json::parse(query::diagnostics_json(plan.advice));
    const bool is_new = context.request().method() == http::Method::kPost;
    co_return is_new ? rest::created(record, plan.replayed) : rest::answer(200, record);
}

}  // namespace gateway::admin
