#include "gateway/admin/ingest_tokens.hpp"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "domain/identity/access_policy.hpp"
#include "gateway/admin/ingest_json.hpp"
#include "gateway/admin/rate_form.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::DatastreamDetails;
using domain::admin::IngestCount;
using domain::admin::ingest_token::IngestTokenState;
using domain::base::DatastreamId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::IngestTokenId;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Action;
using domain::identity::ObjectKind;
using domain::identity::ObjectRef;
namespace ingest_token = domain::admin::ingest_token;

namespace {

constexpr std::size_t kDatastreamsMax = 100;

IngestTokenId ingest_token_id(const http::RequestContext& context) {
    return IngestTokenId(std::string(context.path_parameter("id")));
}

std::vector<DatastreamId> datastreams_of(const std::vector<domain::base::ObjectId>& ids) {
    std::vector<DatastreamId> datastreams;
    for (const auto id : ids) datastreams.emplace_back(id.value());
    return datastreams;
}

/// What is asked of the caller for a token that reaches one datastream; none: that reaches all, those to come too.
Result<void> may_ingest(const domain::identity::Principal& caller, const std::vector<DatastreamDetails>& all,
                        std::optional<DatastreamId> datastream) {
    ObjectRef object{ObjectKind::kDatastream, 0, {}};
    if (!datastream) {
        if (may(caller, Action::kIngest, object)) return {};
        return Error(ErrorCode::kPermissionDenied, "you may not ingest into all datastreams, name those of the token");
    }
    const std::string shown = std::to_string(datastream->value());
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id == *datastream; });
    if (found == all.end()) return Error(ErrorCode::kNotFound, "datastream not found: " + shown);
    return demand(caller, Action::kIngest, object_of(*found), "datastream", shown);
}

Result<void> may_ingest(const domain::identity::Principal& caller, const std::vector<DatastreamDetails>& all,
                        const std::vector<DatastreamId>& datastreams) {
    if (datastreams.empty()) return may_ingest(caller, all, std::nullopt);
    for (const DatastreamId datastream : datastreams) {
        if (auto allowed = may_ingest(caller, all, std::optional(datastream)); !allowed) return allowed;
    }
    return {};
}

}  // namespace

Task<Result<void>> IngestTokens::may_reach(const http::RequestContext& context, std::vector<DatastreamId> datastreams) {
    const auto all = co_await ingest_.datastream_states(context.principal().tenant);
    if (!all) co_return all.error();
    co_return may_ingest(context.principal(), *all, datastreams);
}

Task<Result<std::vector<IngestTokenState>>> IngestTokens::visible(const http::RequestContext& context) {
    const auto datastreams = co_await ingest_.datastream_states(context.principal().tenant);
    if (!datastreams) co_return datastreams.error();
    auto all = co_await ingest_.ingest_token_states(context.principal().tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const IngestTokenState& each) {
        return !context.principal().administrator && !may_ingest(context.principal(), *datastreams, each.datastreams);
    });
    co_return all;
}

Task<Result<IngestTokenState>> IngestTokens::find(const http::RequestContext& context, IngestTokenId id) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    for (IngestTokenState& state : *all) {
        if (state.id == id) co_return std::move(state);
    }
    co_return Error(ErrorCode::kNotFound, "ingest token not found: " + id.value());
}

Task<Result<std::vector<IngestCount>>> IngestTokens::counts(const http::RequestContext& context) {
    co_return co_await ingest_.ingest_counts(context.principal().tenant, clock_.now() - std::chrono::hours(1));
}

Task<Result<http::Response>> IngestTokens::list(http::RequestContext& context) {
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    std::vector<nlohmann::ordered_json> records;
    for (const IngestTokenState& state : *all) records.push_back(ingest_token_json(state));
    if (context.request().parameter("expand") == "stats") {
        const auto known = co_await counts(context);
        if (!known) co_return known.error();
        for (std::size_t i = 0; i < records.size(); ++i) {
            records[i]["stats"] = stats_json(counts_of(*known, &IngestCount::token, (*all)[i].id), clock_.now());
        }
    }
    co_return rest::list_answer(context.request(), "ingestTokens", std::move(records));
}

Task<Result<http::Response>> IngestTokens::show(http::RequestContext& context) {
    const auto id = ingest_token_id(context);
    const auto state = co_await find(context, id);
    if (!state) co_return state.error();
    const auto known = co_await counts(context);
    if (!known) co_return known.error();
    auto record = ingest_token_json(*state);
    record["stats"] = stats_json(counts_of(*known, &IngestCount::token, id), clock_.now());
    co_return rest::answer(200, record);
}

Task<Result<http::Response>> IngestTokens::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    ingest_token::CreateIngestToken form;
    form.name = body->required_text("name");
    form.description = body->text("description").value_or(std::string());
    form.datastreams = datastreams_of(body->ids("datastreamIds", kDatastreamsMax).value_or({}));
    read_rate_change(*body).apply_to(form.rate);
    if (const auto read = body->finish(); !read) co_return read.error();
    if (auto allowed = co_await may_reach(context, form.datastreams); !allowed) co_return allowed.error();
    const domain::base::Secret secret = auth::random_secret();
    form.secret_sha256 = auth::sha256_hex(secret.reveal());
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        auto command = form;
        command.token = ids.ingest_token();
        return domain::admin::Command(std::move(command));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    auto id = made->ids.ingest_token();
    const auto state = co_await find(context, std::move(id));
    if (!state) co_return state.error();
    auto record = ingest_token_json(*state);
    if (!made->replayed) {
        record["secret"] = secret.reveal();
        record["credential"] = state->id.value() + ':' + secret.reveal();
    }
    co_return rest::created(record, made->replayed);
}

Task<Result<http::Response>> IngestTokens::update(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    ingest_token::UpdateIngestToken change;
    change.token = ingest_token_id(context);
    change.name = body->text("name").change(std::string());
    if (change.name && change.name->empty()) body->fail("name must not be empty");
    change.description = body->text("description").change(std::string());
    change.disabled = body->flag("disabled").change(false);
    const auto datastreams = body->ids("datastreamIds", kDatastreamsMax);
    if (datastreams.is_given()) change.datastreams = datastreams_of(datastreams.value_or({}));
    change.rate = read_rate_change(*body);
    if (const auto read = body->finish(); !read) co_return read.error();
    auto token = ingest_token_id(context);
    const auto before = co_await find(context, std::move(token));
    if (!before) co_return before.error();
    if (change.datastreams) {
        if (auto allowed = co_await may_reach(context, *change.datastreams); !allowed) co_return allowed.error();
    }
    domain::admin::Command command(std::move(change));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    auto id = ingest_token_id(context);
    const auto state = co_await find(context, std::move(id));
    if (!state) co_return state.error();
    co_return rest::answer(200, ingest_token_json(*state));
}

Task<Result<http::Response>> IngestTokens::remove(http::RequestContext& context) {
    auto id = ingest_token_id(context);
    const auto before = co_await find(context, std::move(id));
    if (!before) co_return before.error();
    domain::admin::Command command(ingest_token::DeleteIngestToken{before->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
