#include "domain/admin/event_codec.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <nlohmann/json.hpp>

#include "domain/admin/audit.hpp"
#include "domain/admin/token_form.hpp"
#include "domain/catalog/schema_json.hpp"
#include "domain/eventlog/cloud_event.hpp"

namespace domain::admin {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Json = nlohmann::ordered_json;

Error malformed(const std::string& detail) {
    return Error(ErrorCode::kInvalidArgument, "malformed administration command: " + detail);
}

std::string text(const Json& json, const char* name) {
    auto value = json.at(name).get<std::string>();
    if (value.find('\0') != std::string::npos) throw std::invalid_argument(std::string("NUL character in ") + name);
    return value;
}
template <class Id>
Id text_id(const Json& json, const char* name) { return Id(text(json, name)); }
template <class Id>
Id number_id(const Json& json, const char* name) { return Id(json.at(name).get<std::int64_t>()); }

Json write(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(nullptr); }
std::optional<std::int64_t> number_or_null(const Json& json, const char* name) {
    const Json& value = json.at(name);
    return value.is_null() ? std::nullopt : std::optional<std::int64_t>(value.get<std::int64_t>());
}

base::Timestamp time(const Json& json, const char* name) {
    const auto parsed = base::from_rfc3339(text(json, name));
    if (!parsed) throw std::invalid_argument(std::string("not a time: ") + name);
    return *parsed;
}

// One pair of functions and one name for each version.

Json write(const tenant::CreateTenant& c) {
    return {{"label", c.label}, {"workspace", c.workspace.value()}, {"workspace_name", c.workspace_name}};
}
Command read_create_tenant(const Json& json) {
    return tenant::CreateTenant{text(json, "label"), number_id<base::ObjectId>(json, "workspace"),
                                text(json, "workspace_name")};
}

Json write(const user::CreateUser& c) {
    return {{"user", c.user.value()}, {"email", c.email}, {"label", c.label}, {"administrator", c.administrator},
            {"password_hash", c.password_hash}};
}
Command read_create_user(const Json& json) {
    return user::CreateUser{number_id<base::UserId>(json, "user"), text(json, "email"), text(json, "label"),
                            json.at("administrator").get<bool>(), text(json, "password_hash")};
}

// Of a rate what is absent stays; in a new thing what is absent is no limit.

void write_rate(Json& json, const identity::RateLimitChange& change) {
    if (change.bytes_per_minute) json["rate_bytes_per_minute"] = write(*change.bytes_per_minute);
    if (change.observations_per_minute) json["rate_observations_per_minute"] = write(*change.observations_per_minute);
}
identity::RateLimitChange read_rate_change(const Json& json) {
    identity::RateLimitChange change;
    if (json.contains("rate_bytes_per_minute")) change.bytes_per_minute = number_or_null(json, "rate_bytes_per_minute");
    if (json.contains("rate_observations_per_minute")) {
        change.observations_per_minute = number_or_null(json, "rate_observations_per_minute");
    }
    return change;
}
identity::RateLimit read_rate(const Json& json) {
    identity::RateLimit rate;
    read_rate_change(json).apply_to(rate);
    return rate;
}

Json write(const tenant::SetTenantRate& c) {
    Json json = Json::object();
    write_rate(json, c.rate);
    return json;
}
Command read_set_tenant_rate(const Json& json) { return tenant::SetTenantRate{read_rate_change(json)}; }

Json write(const user::SetPassword& c) { return {{"user", c.user.value()}, {"password_hash", c.password_hash}}; }
Command read_set_password(const Json& json) {
    return user::SetPassword{number_id<base::UserId>(json, "user"), text(json, "password_hash")};
}

/// What is absent stays as it is, in this and in all other updates.
Json write(const user::UpdateUser& c) {
    Json json = {{"user", c.user.value()}};
    if (c.email) json["email"] = *c.email;
    if (c.label) json["label"] = *c.label;
    if (c.administrator) json["administrator"] = *c.administrator;
    if (c.disabled) json["disabled"] = *c.disabled;
    return json;
}
std::optional<std::string> optional_text(const Json& json, const char* name) {
    return json.contains(name) ? std::optional<std::string>(text(json, name)) : std::nullopt;
}
std::optional<bool> optional_flag(const Json& json, const char* name) {
    return json.contains(name) ? std::optional<bool>(json.at(name).get<bool>()) : std::nullopt;
}
Command read_update_user(const Json& json) {
    return user::UpdateUser{number_id<base::UserId>(json, "user"), optional_text(json, "email"), optional_text(json, "label"),
                            optional_flag(json, "administrator"), optional_flag(json, "disabled")};
}

Json write(const user::CreateServiceAccount& c) {
    return {{"user", c.user.value()}, {"label", c.label}, {"description", c.description}, {"disabled", c.disabled}};
}
Command read_create_service_account(const Json& json) {
    return user::CreateServiceAccount{number_id<base::UserId>(json, "user"), text(json, "label"), text(json, "description"),
                                      json.at("disabled").get<bool>()};
}

Json write(const user::UpdateServiceAccount& c) {
    Json json = {{"user", c.user.value()}};
    if (c.label) json["label"] = *c.label;
    if (c.description) json["description"] = *c.description;
    if (c.disabled) json["disabled"] = *c.disabled;
    return json;
}
Command read_update_service_account(const Json& json) {
    return user::UpdateServiceAccount{number_id<base::UserId>(json, "user"), optional_text(json, "label"),
                                      optional_text(json, "description"), optional_flag(json, "disabled")};
}

Json write(const user::DeleteServiceAccount& c) { return {{"user", c.user.value()}}; }
Command read_delete_service_account(const Json& json) {
    return user::DeleteServiceAccount{number_id<base::UserId>(json, "user")};
}

// A subject is {"user": id}, {"group": id} or "everyone"; a target {"kind": name}, {"object": id} or "tenant".

Json write(const identity::Subject& subject) {
    switch (subject.kind) {
        case identity::Subject::Kind::kUser: return {{"user", subject.id}};
        case identity::Subject::Kind::kGroup: return {{"group", subject.id}};
        case identity::Subject::Kind::kEveryone: break;
    }
    return "everyone";
}
identity::Subject read_subject(const Json& json) {
    if (json == "everyone") return identity::Subject::everyone();
    if (json.contains("group")) return identity::Subject::group(number_id<identity::GroupId>(json, "group"));
    return identity::Subject::user(number_id<base::UserId>(json, "user"));
}

Json write(const identity::Target& target) {
    switch (target.scope) {
        case identity::Target::Scope::kTenant: return "tenant";
        case identity::Target::Scope::kKind: return {{"kind", name(target.kind)}};
        case identity::Target::Scope::kObject: break;
    }
    return {{"object", target.object}};
}
identity::Target read_target(const Json& json) {
    if (json == "tenant") return identity::Target::tenant();
    if (!json.contains("kind")) return identity::Target::one(json.at("object").get<std::int64_t>());
    const auto kind = identity::grantable_kind_from(text(json, "kind"));
    if (!kind) throw std::invalid_argument("not a kind of object that can be granted");
    return identity::Target::all_of(*kind);
}

Json write(const group::CreateGroup& c) {
    return {{"group", c.group.value()}, {"name", c.name}, {"description", c.description}};
}
Command read_create_group(const Json& json) {
    return group::CreateGroup{number_id<identity::GroupId>(json, "group"), text(json, "name"), text(json, "description")};
}

Json write(const group::UpdateGroup& c) {
    Json json = {{"group", c.group.value()}};
    if (c.name) json["name"] = *c.name;
    if (c.description) json["description"] = *c.description;
    return json;
}
Command read_update_group(const Json& json) {
    return group::UpdateGroup{number_id<identity::GroupId>(json, "group"), optional_text(json, "name"),
                              optional_text(json, "description")};
}

Json write(const folder::CreateFolder& c) {
    return {{"folder", c.folder.value()}, {"workspace", c.workspace.value()}, {"name", c.name}, {"description", c.description}};
}
Command read_create_folder(const Json& json) {
    return folder::CreateFolder{number_id<base::ObjectId>(json, "folder"), number_id<base::ObjectId>(json, "workspace"),
                                text(json, "name"), text(json, "description")};
}

Json write(const folder::UpdateFolder& c) {
    Json json = {{"folder", c.folder.value()}};
    if (c.name) json["name"] = *c.name;
    if (c.description) json["description"] = *c.description;
    return json;
}
Command read_update_folder(const Json& json) {
    return folder::UpdateFolder{number_id<base::ObjectId>(json, "folder"), optional_text(json, "name"),
                                optional_text(json, "description")};
}

Json write(const folder::DeleteFolder& c) { return {{"folder", c.folder.value()}}; }
Command read_delete_folder(const Json& json) { return folder::DeleteFolder{number_id<base::ObjectId>(json, "folder")}; }

Json write(const folder::PlaceObject& c) {
    return {{"object", c.object.value()}, {"folder", c.folder ? Json(c.folder->value()) : Json(nullptr)}};
}
Command read_place_object(const Json& json) {
    const auto folder = number_or_null(json, "folder");
    return folder::PlaceObject{number_id<base::ObjectId>(json, "object"),
                               folder ? std::optional<base::ObjectId>(*folder) : std::nullopt};
}

Json write(const drop_filter::CreateDropFilter& c) {
    return {{"filter", c.filter.value()}, {"datastream", c.datastream.value()}, {"label", c.settings.label},
            {"description", c.settings.description}, {"pipeline", c.settings.pipeline}, {"drop_share", c.settings.drop_share},
            {"enabled", c.settings.enabled}};
}
Command read_create_drop_filter(const Json& json) {
    drop_filter::CreateDropFilter command{number_id<base::ObjectId>(json, "filter"), number_id<base::DatastreamId>(json, "datastream")};
    command.settings.label = text(json, "label");
    command.settings.description = text(json, "description");
    command.settings.pipeline = text(json, "pipeline");
    command.settings.drop_share = json.at("drop_share").get<std::int64_t>();
    command.settings.enabled = json.at("enabled").get<bool>();
    return command;
}

Json write(const drop_filter::UpdateDropFilter& c) {
    Json json = {{"filter", c.filter.value()}};
    if (c.label) json["label"] = *c.label;
    if (c.description) json["description"] = *c.description;
    if (c.pipeline) json["pipeline"] = *c.pipeline;
    if (c.drop_share) json["drop_share"] = *c.drop_share;
    if (c.enabled) json["enabled"] = *c.enabled;
    return json;
}
Command read_update_drop_filter(const Json& json) {
    drop_filter::UpdateDropFilter command{number_id<base::ObjectId>(json, "filter")};
    command.label = optional_text(json, "label");
    command.description = optional_text(json, "description");
    command.pipeline = optional_text(json, "pipeline");
    if (json.contains("drop_share")) command.drop_share = json.at("drop_share").get<std::int64_t>();
    command.enabled = optional_flag(json, "enabled");
    return command;
}

Json write(const drop_filter::DeleteDropFilter& c) { return {{"filter", c.filter.value()}}; }
Command read_delete_drop_filter(const Json& json) {
    return drop_filter::DeleteDropFilter{number_id<base::ObjectId>(json, "filter")};
}

Json write(const group::DeleteGroup& c) { return {{"group", c.group.value()}}; }
Command read_delete_group(const Json& json) { return group::DeleteGroup{number_id<identity::GroupId>(json, "group")}; }

Json write(const group::AddMember& c) { return {{"group", c.group.value()}, {"member", write(c.member)}}; }
Command read_add_member(const Json& json) {
    return group::AddMember{number_id<identity::GroupId>(json, "group"), read_subject(json.at("member"))};
}

Json write(const group::RemoveMember& c) { return {{"group", c.group.value()}, {"member", write(c.member)}}; }
Command read_remove_member(const Json& json) {
    return group::RemoveMember{number_id<identity::GroupId>(json, "group"), read_subject(json.at("member"))};
}

Json write(const grant::CreateGrant& c) {
    return {{"grant", c.grant.value()}, {"subject", write(c.gives.subject)}, {"target", write(c.gives.target)},
            {"role", name(c.gives.role)}};
}
Command read_create_grant(const Json& json) {
    const auto role = identity::role_from(text(json, "role"));
    if (!role) throw std::invalid_argument("not a role");
    return grant::CreateGrant{number_id<identity::GrantId>(json, "grant"),
                              {read_subject(json.at("subject")), read_target(json.at("target")), *role}};
}

Json write(const grant::DeleteGrant& c) { return {{"grant", c.grant.value()}}; }
Command read_delete_grant(const Json& json) { return grant::DeleteGrant{number_id<identity::GrantId>(json, "grant")}; }

Json write(const user::CreateApiToken& c) {
    return {{"token", c.token.value()}, {"user", c.user.value()}, {"kind", c.kind}, {"name", c.name},
            {"secret_sha256", c.secret_sha256}, {"expires_at", base::to_rfc3339(c.expires_at)},
            {"renewable", c.renewable}, {"description", c.description}};
}
Command read_create_api_token_v1(const Json& json) {
    return user::CreateApiToken{text_id<base::ApiTokenId>(json, "token"), number_id<base::UserId>(json, "user"),
                                text(json, "kind"), text(json, "name"), text(json, "secret_sha256"),
                                time(json, "expires_at"), json.at("renewable").get<bool>(), {}};
}
Command read_create_api_token(const Json& json) {
    auto command = std::get<user::CreateApiToken>(read_create_api_token_v1(json));
    command.description = text(json, "description");
    return command;
}

/// What is absent stays as it is.
Json write(const user::UpdateApiToken& c) {
    Json json = {{"token", c.token.value()}};
    if (c.name) json["name"] = *c.name;
    if (c.description) json["description"] = *c.description;
    if (c.disabled) json["disabled"] = *c.disabled;
    return json;
}
Command read_update_api_token(const Json& json) {
    user::UpdateApiToken command{text_id<base::ApiTokenId>(json, "token")};
    if (json.contains("name")) command.name = text(json, "name");
    if (json.contains("description")) command.description = text(json, "description");
    if (json.contains("disabled")) command.disabled = json.at("disabled").get<bool>();
    return command;
}
Command read_disable_api_token_v1(const Json& json) {
    user::UpdateApiToken command{text_id<base::ApiTokenId>(json, "token")};
    command.disabled = true;
    return command;
}

Json write(const user::DeleteApiToken& c) { return {{"token", c.token.value()}}; }
Command read_delete_api_token(const Json& json) {
    return user::DeleteApiToken{text_id<base::ApiTokenId>(json, "token")};
}

Json write(const user::RenewApiToken& c) { return {{"token", c.token.value()}}; }
Command read_renew_api_token(const Json& json) {
    return user::RenewApiToken{text_id<base::ApiTokenId>(json, "token")};
}

// Definitions and schemas stand in their stored form (domain/catalog).

Json parsed(const std::string& json) { return Json::parse(json); }

catalog::Definition definition(const Json& json, const char* name) {
    auto read = catalog::definition_from_json(json.at(name).dump());
    if (!read) throw std::invalid_argument(read.error().message());
    return std::move(*read);
}
template <class Place>
catalog::Schema schema(const Json& json, Place place) {
    auto read = catalog::schema_from_json(json.at(place).dump());
    if (!read) throw std::invalid_argument(read.error().message());
    return std::move(*read);
}

Json write(const std::vector<datastream::TypedDataset>& typed) {
    Json list = Json::array();
    for (const datastream::TypedDataset& each : typed) {
        list.push_back({{"form", name(each.form)}, {"dataset", each.dataset.value()}, {"definition", parsed(to_json(each.definition))},
                        {"schema", parsed(to_json(each.schema))}});
    }
    return list;
}
datastream::Form form(const Json& json) {
    const auto known = datastream::form_from(json.get<std::string>());
    if (!known) throw std::invalid_argument("not a form of typed datasets");
    return *known;
}
std::vector<datastream::TypedDataset> typed_datasets(const Json& json) {
    std::vector<datastream::TypedDataset> list;
    for (const Json& each : json) {
        list.push_back({form(each.at("form")), number_id<base::DatasetId>(each, "dataset"), definition(each, "definition"),
                        schema(each, "schema")});
    }
    return list;
}

Json write(const datastream::CreateDatastream& c) {
    Json json = {{"datastream", c.datastream.value()}, {"dataset", c.dataset.value()}, {"workspace", c.workspace.value()},
                 {"name", c.name}, {"description", c.description}, {"disabled", c.settings.disabled},
                 {"retention_days", write(c.settings.retention_days)},
                 {"rate_bytes_per_minute", write(c.settings.rate.bytes_per_minute)}};
    if (c.settings.rate.observations_per_minute) json["rate_observations_per_minute"] = *c.settings.rate.observations_per_minute;
    json["typed"] = write(c.typed);
    return json;
}
/// The first version knew no settings, the second no typed datasets.
datastream::CreateDatastream create_datastream_v1(const Json& json) {
    return datastream::CreateDatastream{number_id<base::DatastreamId>(json, "datastream"),
                                        number_id<base::DatasetId>(json, "dataset"),
                                        number_id<base::ObjectId>(json, "workspace"), text(json, "name"),
                                        text(json, "description")};
}
Command read_create_datastream_v1(const Json& json) { return create_datastream_v1(json); }
datastream::CreateDatastream create_datastream_v2(const Json& json) {
    auto command = create_datastream_v1(json);
    command.settings = {json.at("disabled").get<bool>(), number_or_null(json, "retention_days"), read_rate(json)};
    return command;
}
Command read_create_datastream_v2(const Json& json) { return create_datastream_v2(json); }
Command read_create_datastream(const Json& json) {
    auto command = create_datastream_v2(json);
    command.typed = typed_datasets(json.at("typed"));
    return command;
}

/// What is absent stays as it is; null is a value.
Json write(const datastream::UpdateDatastream& c) {
    Json json = {{"datastream", c.datastream.value()}};
    if (c.name) json["name"] = *c.name;
    if (c.description) json["description"] = *c.description;
    if (c.disabled) json["disabled"] = *c.disabled;
    if (c.retention_days) json["retention_days"] = write(*c.retention_days);
    write_rate(json, c.rate);
    if (!c.direct_write) return json;
    Json off = Json::array();
    for (const datastream::Form form : c.direct_write->off) off.push_back(name(form));
    json["direct_write"] = {{"on", write(c.direct_write->on)}, {"off", std::move(off)}};
    return json;
}
/// The first version knew no typed datasets.
datastream::UpdateDatastream update_datastream_v1(const Json& json) {
    datastream::UpdateDatastream command{number_id<base::DatastreamId>(json, "datastream")};
    if (json.contains("name")) command.name = text(json, "name");
    if (json.contains("description")) command.description = text(json, "description");
    if (json.contains("disabled")) command.disabled = json.at("disabled").get<bool>();
    if (json.contains("retention_days")) command.retention_days = number_or_null(json, "retention_days");
    command.rate = read_rate_change(json);
    return command;
}
Command read_update_datastream_v1(const Json& json) { return update_datastream_v1(json); }
Command read_update_datastream(const Json& json) {
    auto command = update_datastream_v1(json);
    if (!json.contains("direct_write")) return command;
    const Json& from = json.at("direct_write");
    datastream::DirectWrite change;
    change.on = typed_datasets(from.at("on"));
    for (const Json& each : from.at("off")) change.off.push_back(form(each));
    command.direct_write = std::move(change);
    return command;
}

Json write(const datastream::DeleteDatastream& c) { return {{"datastream", c.datastream.value()}}; }
Command read_delete_datastream(const Json& json) {
    return datastream::DeleteDatastream{number_id<base::DatastreamId>(json, "datastream")};
}

Json write(const std::vector<base::DatastreamId>& datastreams) {
    Json list = Json::array();
    for (const auto datastream : datastreams) list.push_back(datastream.value());
    return list;
}
std::vector<base::DatastreamId> datastreams(const Json& json, const char* name) {
    std::vector<base::DatastreamId> list;
    for (const Json& datastream : json.at(name)) list.emplace_back(datastream.get<std::int64_t>());
    return list;
}

Json write(const ingest_token::CreateIngestToken& c) {
    Json json = {{"token", c.token.value()}, {"name", c.name}, {"description", c.description},
                 {"secret_sha256", c.secret_sha256}, {"datastreams", write(c.datastreams)}};
    if (c.rate.bytes_per_minute) json["rate_bytes_per_minute"] = *c.rate.bytes_per_minute;
    if (c.rate.observations_per_minute) json["rate_observations_per_minute"] = *c.rate.observations_per_minute;
    return json;
}
Command read_create_ingest_token(const Json& json) {
    return ingest_token::CreateIngestToken{text_id<base::IngestTokenId>(json, "token"), text(json, "name"),
                                           text(json, "description"), text(json, "secret_sha256"),
                                           datastreams(json, "datastreams"), read_rate(json)};
}

/// What is absent stays as it is.
Json write(const ingest_token::UpdateIngestToken& c) {
    Json json = {{"token", c.token.value()}};
    if (c.name) json["name"] = *c.name;
    if (c.description) json["description"] = *c.description;
    if (c.disabled) json["disabled"] = *c.disabled;
    if (c.datastreams) json["datastreams"] = write(*c.datastreams);
    write_rate(json, c.rate);
    return json;
}
Command read_update_ingest_token(const Json& json) {
    ingest_token::UpdateIngestToken command{text_id<base::IngestTokenId>(json, "token")};
    if (json.contains("name")) command.name = text(json, "name");
    if (json.contains("description")) command.description = text(json, "description");
    if (json.contains("disabled")) command.disabled = json.at("disabled").get<bool>();
    if (json.contains("datastreams")) command.datastreams = datastreams(json, "datastreams");
    command.rate = read_rate_change(json);
    return command;
}

Json write(const ingest_token::DeleteIngestToken& c) { return {{"token", c.token.value()}}; }
Command read_delete_ingest_token(const Json& json) {
    return ingest_token::DeleteIngestToken{text_id<base::IngestTokenId>(json, "token")};
}

Json write(const ingest_token::DisableIngestToken& c) { return {{"token", c.token.value()}}; }
Command read_disable_ingest_token(const Json& json) {
    return ingest_token::DisableIngestToken{text_id<base::IngestTokenId>(json, "token")};
}

Json write(const std::vector<catalog::DatasetVersion>& datasets) {
    Json list = Json::array();
    for (const auto& dataset : datasets) list.push_back(Json::array({dataset.dataset.value(), dataset.version}));
    return list;
}
catalog::DatasetVersion dataset_version(const Json& json) {
    return {base::DatasetId(json.at(0).get<std::int64_t>()), json.at(1).get<std::int64_t>()};
}
std::vector<catalog::DatasetVersion> dataset_versions(const Json& json, const char* name) {
    std::vector<catalog::DatasetVersion> datasets;
    for (const Json& dataset : json.at(name)) datasets.push_back(dataset_version(dataset));
    return datasets;
}

Json write(const dataset::CreateDataset& c) {
    return {{"dataset", c.dataset.value()}, {"workspace", c.workspace.value()}, {"name", c.name},
            {"description", c.description}, {"definition", parsed(to_json(c.definition))},
            {"schema", parsed(to_json(c.schema))}, {"inputs", write(c.inputs)}};
}
Command read_create_dataset(const Json& json) {
    return dataset::CreateDataset{number_id<base::DatasetId>(json, "dataset"), number_id<base::ObjectId>(json, "workspace"),
                                  text(json, "name"), text(json, "description"), definition(json, "definition"),
                                  schema(json, "schema"), dataset_versions(json, "inputs")};
}

Json write(const std::vector<dataset::Revision>& revisions) {
    Json list = Json::array();
    for (const dataset::Revision& revision : revisions) {
        list.push_back(Json::array({revision.seen.dataset.value(), revision.seen.version,
                                    revision.schema ? parsed(to_json(*revision.schema)) : Json(nullptr)}));
    }
    return list;
}
std::vector<dataset::Revision> revisions(const Json& json) {
    std::vector<dataset::Revision> list;
    for (const Json& each : json) {
        dataset::Revision revision{dataset_version(each), std::nullopt};
        if (!each.at(2).is_null()) revision.schema = schema(each, 2);
        list.push_back(std::move(revision));
    }
    return list;
}

Json write(const dataset::Redefinition& redefinition) {
    return {{"version", redefinition.version}, {"definition", parsed(to_json(redefinition.definition))},
            {"schema", parsed(to_json(redefinition.schema))}, {"inputs", write(redefinition.inputs)},
            {"dependents", write(redefinition.dependents)}};
}
dataset::Redefinition read_redefinition(const Json& json) {
    return {json.at("version").get<std::int64_t>(), definition(json, "definition"), schema(json, "schema"),
            dataset_versions(json, "inputs"), revisions(json.at("dependents"))};
}

/// What is absent stays as it is.
Json write(const dataset::UpdateDataset& c) {
    Json json = {{"dataset", c.dataset.value()}};
    if (c.name) json["name"] = *c.name;
    if (c.description) json["description"] = *c.description;
    if (c.redefinition) json["redefinition"] = write(*c.redefinition);
    return json;
}
Command read_update_dataset(const Json& json) {
    dataset::UpdateDataset command{number_id<base::DatasetId>(json, "dataset"), {}, {}, {}};
    if (json.contains("name")) command.name = text(json, "name");
    if (json.contains("description")) command.description = text(json, "description");
    if (json.contains("redefinition")) command.redefinition = read_redefinition(json.at("redefinition"));
    return command;
}

Json write(const dataset::DeleteDataset& c) { return {{"dataset", c.dataset.value()}}; }
Command read_delete_dataset(const Json& json) {
    return dataset::DeleteDataset{number_id<base::DatasetId>(json, "dataset")};
}

Json write(const reference_table::Content& content) {
    return {{"upload", content.upload}, {"chunks", content.chunks}, {"bytes", content.bytes},
            {"checksum", content.checksum}, {"rows", content.rows}, {"has_header", content.has_header}};
}
reference_table::Content content(const Json& json) {
    return {text(json, "upload"), json.at("chunks").get<std::vector<std::int64_t>>(), json.at("bytes").get<std::int64_t>(),
            text(json, "checksum"), json.at("rows").get<std::int64_t>(), json.at("has_header").get<bool>()};
}

Json write(const reference_table::CreateReferenceTable& c) {
    return {{"table", c.table.value()}, {"dataset", c.dataset.value()}, {"workspace", c.workspace.value()},
            {"label", c.label}, {"description", c.description}, {"schema", parsed(to_json(c.schema))},
            {"content", write(c.content)}};
}
Command read_create_reference_table(const Json& json) {
    return reference_table::CreateReferenceTable{
        number_id<base::ObjectId>(json, "table"), number_id<base::DatasetId>(json, "dataset"),
        number_id<base::ObjectId>(json, "workspace"), text(json, "label"), text(json, "description"),
        schema(json, "schema"), content(json.at("content"))};
}

/// What is absent stays as it is.
Json write(const reference_table::UpdateReferenceTable& c) {
    Json json = {{"table", c.table.value()}};
    if (c.label) json["label"] = *c.label;
    if (c.description) json["description"] = *c.description;
    if (!c.replacement) return json;
    Json& replacement = json["replacement"];
    replacement = {{"dataset", c.replacement->dataset.value()}, {"schema", parsed(to_json(c.replacement->schema))}, {"version", c.replacement->version},
                   {"dependents", write(c.replacement->dependents)}};
    if (c.replacement->content) replacement["content"] = write(*c.replacement->content);
    return json;
}
Command read_update_reference_table(const Json& json) {
    reference_table::UpdateReferenceTable command{number_id<base::ObjectId>(json, "table"), {}, {}, {}};
    if (json.contains("label")) command.label = text(json, "label");
    if (json.contains("description")) command.description = text(json, "description");
    if (!json.contains("replacement")) return command;
    const Json& from = json.at("replacement");
    reference_table::Replacement replacement{number_id<base::DatasetId>(from, "dataset"), schema(from, "schema"),
                                             std::nullopt, from.at("version").get<std::int64_t>(),
                                             revisions(from.at("dependents"))};
    if (from.contains("content")) replacement.content = content(from.at("content"));
    command.replacement = std::move(replacement);
    return command;
}

Json write(const reference_table::DeleteReferenceTable& c) { return {{"table", c.table.value()}, {"force", c.force}}; }
Command read_delete_reference_table(const Json& json) {
    return reference_table::DeleteReferenceTable{number_id<base::ObjectId>(json, "table"), json.at("force").get<bool>()};
}

struct Reader {
    std::string_view name;
    Command (*read)(const Json& json);
};
/// The first entries are the names of today's alternatives of Command, in its order; older versions follow with readers that
/// give today's command.
constexpr std::array kReaders{
    Reader{"admin.tenant.create.v1", &read_create_tenant},
    Reader{"admin.user.create.v1", &read_create_user},
    Reader{"admin.user.set-password.v1", &read_set_password},
    Reader{"admin.api-token.create.v2", &read_create_api_token},
    Reader{"admin.api-token.update.v1", &read_update_api_token},
    Reader{"admin.api-token.delete.v1", &read_delete_api_token},
    Reader{"admin.api-token.renew.v1", &read_renew_api_token},
    Reader{"admin.datastream.create.v3", &read_create_datastream},
    Reader{"admin.ingest-token.create.v1", &read_create_ingest_token},
    Reader{"admin.ingest-token.disable.v1", &read_disable_ingest_token},
    Reader{"admin.dataset.create.v1", &read_create_dataset},
    Reader{"admin.dataset.update.v1", &read_update_dataset},
    Reader{"admin.dataset.delete.v1", &read_delete_dataset},
    Reader{"admin.datastream.update.v2", &read_update_datastream},
    Reader{"admin.datastream.delete.v1", &read_delete_datastream},
    Reader{"admin.ingest-token.update.v1", &read_update_ingest_token},
    Reader{"admin.ingest-token.delete.v1", &read_delete_ingest_token},
    Reader{"admin.reference-table.create.v1", &read_create_reference_table},
    Reader{"admin.reference-table.update.v1", &read_update_reference_table},
    Reader{"admin.reference-table.delete.v1", &read_delete_reference_table},
    Reader{"admin.user.update.v1", &read_update_user},
    Reader{"admin.service-account.create.v1", &read_create_service_account},
    Reader{"admin.service-account.update.v1", &read_update_service_account},
    Reader{"admin.service-account.delete.v1", &read_delete_service_account},
    Reader{"admin.group.create.v1", &read_create_group},
    Reader{"admin.group.update.v1", &read_update_group},
    Reader{"admin.group.delete.v1", &read_delete_group},
    Reader{"admin.group.add-member.v1", &read_add_member},
    Reader{"admin.group.remove-member.v1", &read_remove_member},
    Reader{"admin.grant.create.v1", &read_create_grant},
    Reader{"admin.grant.delete.v1", &read_delete_grant},
    Reader{"admin.folder.create.v1", &read_create_folder},
    Reader{"admin.folder.update.v1", &read_update_folder},
    Reader{"admin.folder.delete.v1", &read_delete_folder},
    Reader{"admin.folder.place-object.v1", &read_place_object},
    Reader{"admin.tenant.set-rate.v1", &read_set_tenant_rate},
    Reader{"admin.drop-filter.create.v1", &read_create_drop_filter},
    Reader{"admin.drop-filter.update.v1", &read_update_drop_filter},
    Reader{"admin.drop-filter.delete.v1", &read_delete_drop_filter},
    // Older versions.
    Reader{"admin.datastream.create.v1", &read_create_datastream_v1},
    Reader{"admin.datastream.create.v2", &read_create_datastream_v2},
    Reader{"admin.datastream.update.v1", &read_update_datastream_v1},
    Reader{"admin.api-token.create.v1", &read_create_api_token_v1},
    Reader{"admin.api-token.disable.v1", &read_disable_api_token_v1},
};
static_assert(kReaders.size() >= std::variant_size_v<Command>);

/// Headers of other producers can hold anything, and JSON checks the payload only.
bool storable(std::string_view value) {
    if (value.find('\0') != std::string_view::npos) return false;
    try {
        (void)Json(std::string(value)).dump();
        return true;
    } catch (const Json::exception&) {
        return false;
    }
}

Result<void> check(const CommandEnvelope& envelope) {
    if (!is_tenant_id(envelope.tenant.value())) return malformed("tenant");
    if (envelope.id.value().empty() || envelope.id.value().size() > 200) return malformed("command id");
    if (envelope.id.value().find(' ') != std::string::npos) return malformed("command id");
    for (const std::string* part : {&envelope.id.value(), &envelope.actor, &envelope.address, &envelope.token,
                                    &envelope.fingerprint, &envelope.nonce}) {
        if (!storable(*part)) return malformed("a header is not UTF-8 text");
    }
    return {};
}

}  // namespace

std::string_view stored_name(const Command& command) { return kReaders[command.index()].name; }

Result<eventlog::Record> to_record(const CommandEnvelope& envelope) {
    if (auto checked = check(envelope); !checked) return checked.error();
    eventlog::CloudEvent event;
    event.id = envelope.id.value();
    event.type = stored_name(envelope.command);
    event.source = "/opalite/gateway";
    event.time = envelope.time;
    event.content_type = "application/json";
    event.extensions = {{"tenant", envelope.tenant.value()}, {"actor", envelope.actor}};
    if (!envelope.address.empty()) event.extensions.push_back({"address", envelope.address});
    if (!envelope.token.empty()) event.extensions.push_back({"token", envelope.token});
    if (envelope.expected_version) event.extensions.push_back({"expectedversion", std::to_string(*envelope.expected_version)});
    if (!envelope.fingerprint.empty()) event.extensions.push_back({"fingerprint", envelope.fingerprint});
    if (!envelope.nonce.empty()) event.extensions.push_back({"nonce", envelope.nonce});
    try {
        std::string value = std::visit([](const auto& command) { return write(command).dump(); }, envelope.command);
        // JSON escapes NUL, so the text that is looked for is the escape.
        if (value.find("\\u0000") != std::string::npos) return malformed("NUL character");
        if (value.size() > command_bytes_max) {
            return Error(ErrorCode::kTooLarge, "administration command is too large: " + std::to_string(value.size()));
        }
        eventlog::Record record;
        record.headers = eventlog::to_headers(event);
        record.value = base::SharedBytes::of(std::move(value));
        return record;
    } catch (const Json::exception&) {
        return malformed("a text is not UTF-8");
    }
}

Result<CommandEnvelope> from_record(const std::vector<eventlog::Header>& headers, std::string_view value) {
    const auto event = eventlog::from_headers(headers);
    if (!event) return event.error();
    CommandEnvelope envelope;
    envelope.id = base::CommandId(event->id);
    envelope.tenant = base::TenantId(std::string(event->extension("tenant")));
    envelope.actor = event->extension("actor");
    envelope.address = event->extension("address");
    envelope.token = event->extension("token");
    envelope.time = event->time;
    envelope.fingerprint = event->extension("fingerprint");
    envelope.nonce = event->extension("nonce");
    if (const auto expected = event->extension("expectedversion"); !expected.empty()) {
        std::int64_t version = 0;
        const auto [end, error] = std::from_chars(expected.data(), expected.data() + expected.size(), version);
        if (error != std::errc() || end != expected.data() + expected.size()) return malformed("expected version");
        envelope.expected_version = version;
    }
    if (auto checked = check(envelope); !checked) return checked.error();
    for (const Reader& reader : kReaders) {
        if (reader.name != event->type) continue;
        try {
            envelope.command = reader.read(Json::parse(value));
            return envelope;
        } catch (const std::exception& failure) {  // of the JSON library, or of text() and time() above
            return malformed(failure.what());
        }
    }
    return malformed("unknown type " + event->type);
}

namespace audit {

std::string details_of(const Command& command) {
    constexpr std::array<std::string_view, 28> kHarmless{
        "user", "email", "label", "administrator", "disabled", "token", "kind", "name", "expires_at", "renewable", "datastream",
        "datastreams", "dataset", "workspace", "workspace_name", "folder", "object", "group", "member", "grant", "subject", "target", "role",
        "rate_bytes_per_minute", "rate_observations_per_minute",
        "filter", "drop_share", "enabled"};
    const Json all = std::visit([](const auto& one) { return write(one); }, command);
    Json kept = Json::object();
    for (const auto& [name, value] : all.items()) {
        if (std::find(kHarmless.begin(), kHarmless.end(), name) != kHarmless.end()) kept[name] = value;
    }
    return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const Entry& entry) {
    Json json;
    json["actor"] = entry.actor;
    json["command"] = entry.command;
    json["commandId"] = entry.command_id;
    json["time"] = base::to_rfc3339(entry.time);
    json["address"] = entry.address.empty() ? Json(nullptr) : Json(entry.address);
    json["token"] = entry.token.empty() ? Json(nullptr) : Json(entry.token);
    json["outcome"] = entry.accepted ? "accepted" : "refused";
    json["error"] = entry.accepted ? Json(nullptr) : Json(entry.error);
    json["message"] = entry.accepted ? Json(nullptr) : Json(entry.message);
    const Json details = Json::parse(entry.details, nullptr, false);
    json["details"] = details.is_object() ? details : Json::object();
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace audit

}  // namespace domain::admin
