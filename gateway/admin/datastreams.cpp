#include "gateway/admin/datastreams.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "domain/admin/dataset/dataset.hpp"
#include "domain/identity/access_policy.hpp"
#include "domain/query/direct_write.hpp"
#include "gateway/admin/ingest_json.hpp"
#include "gateway/admin/rate_form.hpp"
#include "gateway/admin/workspace_choice.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::IngestCount;
using domain::admin::DatastreamDetails;
using domain::base::DatastreamId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Action;
using domain::identity::ObjectKind;
using domain::identity::ObjectRef;
namespace datastream = domain::admin::datastream;

namespace {

Result<DatastreamId> datastream_id(const http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) return id.error();
    return DatastreamId(id->value());
}

/// A name that is taken is found in the log; a malformed one is told here, in the words of the member.
void check_datastream_name(rest::Body& body, const std::optional<std::string>& name) {
    if (name && !domain::admin::dataset::is_dataset_name(*name)) {
        body.fail("name is no name for a datastream, it has a control character, a quote, a colon, a blank at an end or more than "
                  "255 bytes: " + *name);
    }
}

/// The switches that a body names.
struct Switched {
    std::vector<datastream::Form> on;
    std::vector<datastream::Form> off;
};

/// `directWrite`; null switches everything off.
std::optional<Switched> direct_write_member(rest::Body& body) {
    const nlohmann::json* given = body.json("directWrite");
    if (given == nullptr) return std::nullopt;
    Switched switched;
    if (given->is_null()) {
        switched.off.assign(datastream::all_forms.begin(), datastream::all_forms.end());
        return switched;
    }
    if (!given->is_object()) {
        body.fail("directWrite must be an object");
        return std::nullopt;
    }
    std::size_t known = 0;
    for (const datastream::Switch each : datastream::all_switches) {
        const auto found = given->find(std::string(name(each)));
        if (found == given->end()) continue;
        ++known;
        if (!found->is_boolean() && !found->is_null()) body.fail("directWrite." + std::string(name(each)) + " must be true or false");
        const auto forms = forms_of(each);
        auto& list = *found == true ? switched.on : switched.off;
        list.insert(list.end(), forms.begin(), forms.end());
    }
    if (known != given->size()) body.fail("directWrite knows otelLogs, otelMetrics, otelTrace and prometheus");
    return switched;
}

/// The first ids are the datastream's and its source dataset's.
constexpr int kFirstTypedId = 2;

/// Typed datasets with the ids and the source dataset that a command gives them.
std::vector<datastream::TypedDataset> placed(std::vector<datastream::TypedDataset> typed, domain::base::DatasetId source,
                                             const rest::NewIds& ids) {
    int place = kFirstTypedId;
    for (datastream::TypedDataset& each : typed) {
        each.dataset = domain::base::DatasetId(ids.object(place++).value());
        for (auto& stage : each.definition.stages) {
            for (auto& input : stage.inputs) input.source = source;
        }
    }
    return typed;
}

}  // namespace

Task<Result<DatastreamDetails>> Datastreams::find(const http::RequestContext& context, DatastreamId id, Action action) {
    const std::string shown = std::to_string(id.value());
    auto all = co_await ingest_.datastream_states(context.principal().tenant);
    if (!all) co_return all.error();
    for (DatastreamDetails& state : *all) {
        if (state.id != id) continue;
        const auto allowed = demand(context.principal(), action, object_of(state), "datastream", shown);
        if (!allowed) co_return allowed.error();
        co_return std::move(state);
    }
    co_return Error(ErrorCode::kNotFound, "datastream not found: " + shown);
}

Task<Result<std::vector<IngestCount>>> Datastreams::counts(const http::RequestContext& context) {
    co_return co_await ingest_.ingest_counts(context.principal().tenant, clock_.now() - std::chrono::hours(1));
}

Task<Result<std::vector<datastream::TypedDataset>>> Datastreams::typed(const http::RequestContext& context,
                                                                       const std::vector<datastream::Form>& forms) {
    std::vector<datastream::TypedDataset> made;
    for (const datastream::Form form : forms) {
        auto compiled = co_await domain::query::typed_dataset(context.principal().tenant, form, {}, domain::base::DatasetId(1));
        if (!compiled) co_return compiled.error();
        made.push_back(std::move(*compiled));
    }
    co_return made;
}

Task<Result<http::Response>> Datastreams::list(http::RequestContext& context) {
    auto all = co_await ingest_.datastream_states(context.principal().tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const DatastreamDetails& each) { return !may(context.principal(), Action::kList, object_of(each)); });
    std::vector<nlohmann::ordered_json> records;
    for (const DatastreamDetails& state : *all) records.push_back(datastream_json(state));
    if (context.request().parameter("expand") == "stats") {
        const auto known = co_await counts(context);
        if (!known) co_return known.error();
        for (std::size_t i = 0; i < records.size(); ++i) {
            records[i]["stats"] = stats_json(counts_of(*known, &IngestCount::datastream, (*all)[i].id), clock_.now());
        }
    }
    co_return rest::list_answer(context.request(), "datastreams", std::move(records));
}

Task<Result<http::Response>> Datastreams::show(http::RequestContext& context) {
    const auto id = datastream_id(context);
    if (!id) co_return id.error();
    const auto state = co_await find(context, *id, Action::kList);
    if (!state) co_return state.error();
    const auto known = co_await counts(context);
    if (!known) co_return known.error();
    auto record = datastream_json(*state);
    record["stats"] = stats_json(counts_of(*known, &IngestCount::datastream, *id), clock_.now());
    co_return rest::answer(200, record);
}

Task<Result<http::Response>> Datastreams::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    datastream::CreateDatastream form;
    form.name = body->required_text("name");
    if (!form.name.empty()) check_datastream_name(*body, form.name);
    form.description = body->text("description").value_or(std::string());
    form.settings.disabled = body->flag("disabled").value_or(false);
    form.settings.retention_days = body->integer("retentionDays", 1, datastream::retention_days_max).value();
    read_rate_change(*body).apply_to(form.settings.rate);
    const auto wanted = body->id("workspaceId").value();
    const auto switched = direct_write_member(*body).value_or(Switched{});
    if (const auto read = body->finish(); !read) co_return read.error();
    const auto chosen = co_await choose_workspace(reader_, context.principal().tenant, wanted);
    if (!chosen) co_return chosen.error();
    form.workspace = chosen->id;
    const ObjectRef place{ObjectKind::kDatastream, 0, {chosen->id.value()}};
    const auto allowed = demand(context.principal(), Action::kEdit, place, "workspace", std::to_string(chosen->id.value()));
    if (!allowed) co_return allowed.error();

    const auto compiled = co_await typed(context, switched.on);
    if (!compiled) co_return compiled.error();
    form.typed = *compiled;
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        auto command = form;
        command.datastream = DatastreamId(ids.object(0).value());
        command.dataset = domain::base::DatasetId(ids.object(1).value());
        command.typed = placed(form.typed, command.dataset, ids);
        return domain::admin::Command(std::move(command));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto state = co_await find(context, DatastreamId(made->ids.object(0).value()), Action::kList);
    if (!state) co_return state.error();
    co_return rest::created(datastream_json(*state), made->replayed);
}

Task<Result<http::Response>> Datastreams::update(http::RequestContext& context) {
    const auto id = datastream_id(context);
    if (!id) co_return id.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    datastream::UpdateDatastream change;
    change.datastream = *id;
    change.name = body->text("name").change(std::string());
    check_datastream_name(*body, change.name);
    change.description = body->text("description").change(std::string());
    change.disabled = body->flag("disabled").change(false);
    change.retention_days = cleared_or_set(body->integer("retentionDays", 1, datastream::retention_days_max));
    change.rate = read_rate_change(*body);
    const auto switched = direct_write_member(*body);
    if (const auto read = body->finish(); !read) co_return read.error();
    const auto before = co_await find(context, *id, Action::kEdit);
    if (!before) co_return before.error();
    if (switched) {
        auto compiled = co_await typed(context, switched->on);
        if (!compiled) co_return compiled.error();
        datastream::DirectWrite direct_write;
        direct_write.on = std::move(*compiled);
        direct_write.off = switched->off;
        change.direct_write = std::move(direct_write);
    }
    const domain::base::DatasetId source = before->dataset;
    rest::Commands::Make make = [change, source](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        auto command = change;
        if (command.direct_write) command.direct_write->on = placed(change.direct_write->on, source, ids);
        return domain::admin::Command(std::move(command));
    };
    const auto changed = co_await commands_.create(context, std::move(make));
    if (!changed) co_return changed.error();
    const auto state = co_await find(context, *id, Action::kList);
    if (!state) co_return state.error();
    co_return rest::answer(200, datastream_json(*state));
}

Task<Result<http::Response>> Datastreams::remove(http::RequestContext& context) {
    const auto id = datastream_id(context);
    if (!id) co_return id.error();
    const auto before = co_await find(context, *id, Action::kEdit);
    if (!before) co_return before.error();
    const auto known = co_await counts(context);
    if (!known) co_return known.error();
    const auto own = counts_of(*known, &IngestCount::datastream, *id);
    if (!own.empty() && context.request().parameter("data") != "drop") {
        std::int64_t observations = 0;
        for (const IngestCount* count : own) observations += count->observations;
        co_return Error(ErrorCode::kConflict, "the datastream has observations, data=drop removes them with it: " +
                                                  std::to_string(observations));
    }
    domain::admin::Command command(datastream::DeleteDatastream{*id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
