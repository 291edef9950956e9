#include "gateway/admin/drop_filters.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "domain/query/drop_filter.hpp"
#include "gateway/admin/ingest_json.hpp"
#include "gateway/http/problem.hpp"
#include "gateway/query/query_problem.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::DatastreamDetails;
using domain::admin::DropFilterDetails;
using domain::base::DatasetId;
using domain::base::DatastreamId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Action;
namespace drop_filter = domain::admin::drop_filter;

namespace {

nlohmann::ordered_json filter_json(const DropFilterDetails& filter, const DatastreamDetails& datastream) {
    nlohmann::ordered_json json;
    json["id"] = rest::id_text(filter.id);
    json["label"] = filter.settings.label;
    json["description"] = filter.settings.description;
    json["sourceDataset"] = {{"id", rest::id_text(datastream.dataset)}};
    json["datastreamId"] = rest::id_text(datastream.id);
    json["pipeline"] = filter.settings.pipeline;
    json["dropRate"] = static_cast<double>(filter.settings.drop_share) / drop_filter::whole;
    json["enabled"] = filter.settings.enabled;
    json["stats"] = {{"droppedObservations", filter.observations}, {"droppedBytes", filter.bytes},
                     {"failedObservations", filter.failures}, {"lastFailure", nullptr}, {"lastDrop", rest::time_or_null(filter.last_at)}};
    if (filter.last_failure) json["stats"]["lastFailure"] = *filter.last_failure;
    rest::add_stamp(json, filter.stamp);
    return json;
}

/// From 0 to 1, in millionths. What is neither none nor all does not become either.
std::optional<std::int64_t> read_share(rest::Body& body) {
    const nlohmann::json* rate = body.json("dropRate");
    if (rate == nullptr) return std::nullopt;
    if (rate->is_number()) {
        const double share = rate->get<double>();
        if (share == 0) return 0;
        if (share == 1) return drop_filter::whole;
        if (share > 0 && share < 1) return std::clamp<std::int64_t>(std::llround(share * drop_filter::whole), 1, drop_filter::whole - 1);
    }
    body.fail("dropRate is no number from 0 to 1: " + rate->dump());
    return std::nullopt;
}

/// The id in `{"id": …}`.
std::optional<DatasetId> read_source(rest::Body& body) {
    const nlohmann::json* source = body.json("sourceDataset");
    if (source == nullptr) return std::nullopt;
    if (source->is_object() && source->size() == 1 && source->contains("id")) {
        const nlohmann::json& id = source->at("id");
        const auto parsed = rest::parse_id(id.is_string() ? id.get<std::string>() : id.dump(), "sourceDataset.id");
        if (parsed) return DatasetId(parsed->value());
    }
    body.fail("sourceDataset is no object with an id: " + source->dump());
    return std::nullopt;
}

/// The answer to a pipeline that cannot be a filter.
std::optional<http::Response> refuse(const std::string& pipeline) {
    const auto compiled = domain::query::DropFilter::compile(pipeline);
    if (compiled) return std::nullopt;
    if (query::has_details(compiled.error())) return query::query_problem(compiled.error());
    return http::problem(compiled.error());
}

}  // namespace

Task<Result<std::vector<DropFilters::Found>>> DropFilters::visible(const http::RequestContext& context) {
    auto datastreams = co_await ingest_.datastream_states(context.principal().tenant);
    if (!datastreams) co_return datastreams.error();
    auto filters = co_await ingest_.drop_filters(context.principal().tenant);
    if (!filters) co_return filters.error();
    std::map<DatastreamId, const DatastreamDetails*> by_id;
    for (const DatastreamDetails& each : *datastreams) {
        if (may(context.principal(), Action::kView, object_of(each))) by_id[each.id] = &each;
    }
    std::vector<Found> found;
    for (DropFilterDetails& each : *filters) {
        const auto datastream = by_id.find(each.datastream);
        if (datastream != by_id.end()) found.emplace_back(std::move(each), *datastream->second);
    }
    co_return found;
}

Task<Result<DropFilters::Found>> DropFilters::find(const http::RequestContext& context, ObjectId id, Action action) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    for (Found& each : *all) {
        if (each.filter.id != id) continue;
        const auto allowed = demand(context.principal(), action, object_of(each.datastream), "filter", rest::id_text(id));
        if (!allowed) co_return allowed.error();
        co_return std::move(each);
    }
    co_return Error(ErrorCode::kNotFound, "filter not found: " + rest::id_text(id));
}

Task<Result<http::Response>> DropFilters::list(http::RequestContext& context) {
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    std::vector<nlohmann::ordered_json> records;
    for (const Found& each : *all) records.push_back(filter_json(each.filter, each.datastream));
    co_return rest::list_answer(context.request(), "ingestFilters", std::move(records));
}

Task<Result<http::Response>> DropFilters::show(http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return id.error();
    const auto found = co_await find(context, *id, Action::kView);
    if (!found) co_return found.error();
    co_return rest::answer(200, filter_json(found->filter, found->datastream));
}

Task<Result<http::Response>> DropFilters::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    drop_filter::CreateDropFilter form;
    form.settings.label = body->required_text("label");
    form.settings.pipeline = body->required_text("pipeline", drop_filter::pipeline_bytes_max);
    form.settings.description = body->text("description").value_or(std::string());
    form.settings.drop_share = read_share(*body).value_or(drop_filter::whole);
    form.settings.enabled = body->flag("enabled").value_or(true);
    const auto source = read_source(*body);
    const auto datastream = body->id("datastreamId").value();
    if (source.has_value() == datastream.has_value()) body->fail("one of sourceDataset and datastreamId must be given");
    if (const auto read = body->finish(); !read) co_return read.error();
    if (auto refusal = refuse(form.settings.pipeline)) co_return std::move(*refusal);

    const auto all = co_await ingest_.datastream_states(context.principal().tenant);
    if (!all) co_return all.error();
    const auto place = std::find_if(all->begin(), all->end(), [&](const DatastreamDetails& each) {
        return source ? each.dataset == *source : each.id.value() == datastream->value();
    });
    const std::string what = source ? "source dataset of a datastream" : "datastream";
    const std::string shown = std::to_string(source ? source->value() : datastream->value());
    if (place == all->end()) co_return Error(ErrorCode::kNotFound, what + " not found: " + shown);
    const auto allowed = demand(context.principal(), Action::kEdit, object_of(*place), what, shown);
    if (!allowed) co_return allowed.error();
    form.datastream = place->id;

    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        auto command = form;
        command.filter = ids.object(0);
        return domain::admin::Command(std::move(command));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto found = co_await find(context, made->ids.object(0), Action::kList);
    if (!found) co_return found.error();
    co_return rest::created(filter_json(found->filter, found->datastream), made->replayed);
}

Task<Result<http::Response>> DropFilters::update(http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return id.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    drop_filter::UpdateDropFilter change;
    change.filter = *id;
    change.label = body->text("label").change(std::string());
    change.description = body->text("description").change(std::string());
    change.pipeline = body->text("pipeline", drop_filter::pipeline_bytes_max).change(std::string());
    change.drop_share = read_share(*body);
    change.enabled = body->flag("enabled").change(true);
    if (const auto read = body->finish(); !read) co_return read.error();
    const auto before = co_await find(context, *id, Action::kEdit);
    if (!before) co_return before.error();
    if (change.pipeline && !change.pipeline->empty()) {
        if (auto refusal = refuse(*change.pipeline)) co_return std::move(*refusal);
    }
    domain::admin::Command command(std::move(change));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto found = co_await find(context, *id, Action::kList);
    if (!found) co_return found.error();
    co_return rest::answer(200, filter_json(found->filter, found->datastream));
}

Task<Result<http::Response>> DropFilters::remove(http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return id.error();
    const auto before = co_await find(context, *id, Action::kEdit);
    if (!before) co_return before.error();
    domain::admin::Command command(drop_filter::DeleteDropFilter{*id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
