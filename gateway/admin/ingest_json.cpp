#include "gateway/admin/ingest_json.hpp"

#include <map>

#include <nlohmann/json.hpp>

#include "gateway/rest/record.hpp"

namespace gateway::admin {

using Json = nlohmann::ordered_json;
using domain::base::Timestamp;
namespace datastream = domain::admin::datastream;

namespace {

constexpr std::chrono::minutes kShown{60};

Json number_or_null(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(nullptr); }

void add_rate(Json& json, const domain::identity::RateLimit& rate) {
    json["rateLimitBytesPerMinute"] = number_or_null(rate.bytes_per_minute);
    json["rateLimitObservationsPerMinute"] = number_or_null(rate.observations_per_minute);
}

/// What the id of a typed dataset is called.
const char* member_of(datastream::Form form) {
    switch (form) {
        case datastream::Form::kSpans: return "spanDatasetId";
        case datastream::Form::kSpanEvents: return "spanEventDatasetId";
        case datastream::Form::kSpanLinks: return "spanLinkDatasetId";
        case datastream::Form::kMetadata: return "metadataDatasetId";
        default: return "datasetId";
    }
}

Timestamp minute_of(Timestamp time) { return std::chrono::floor<std::chrono::minutes>(time); }

}  // namespace

domain::identity::ObjectRef object_of(const domain::admin::DatastreamDetails& state) {
    const std::int64_t workspace = state.workspace.value();
    return {domain::identity::ObjectKind::kDatastream, state.id.value(), {workspace, state.folder ? state.folder->value() : workspace}};
}

Json datastream_json(const domain::admin::DatastreamDetails& state) {
    Json json;
    json["id"] = rest::id_text(state.id);
    json["name"] = state.name;
    json["description"] = state.description;
    json["workspaceId"] = rest::id_text(state.workspace);
    json["folderId"] = rest::id_text(state.folder.value_or(state.workspace));
    json["datasetId"] = rest::id_text(state.dataset);
    json["disabled"] = state.settings.disabled;
    json["state"] = state.settings.disabled ? "Disabled" : "Enabled";
    json["retentionDays"] = number_or_null(state.settings.retention_days);
    add_rate(json, state.settings.rate);
    json["directWrite"] = direct_write_json(state.typed);
    rest::add_stamp(json, state.stamp);
    return json;
}

Json direct_write_json(const datastream::TypedDatasets& typed) {
    Json json;
    for (const datastream::Switch each : datastream::all_switches) {
        Json& shown = json[std::string(name(each))];
        if (!is_on(typed, each)) continue;
        for (const datastream::Form form : forms_of(each)) shown[member_of(form)] = rest::id_text(typed.at(form));
    }
    return json;
}

Json ingest_token_json(const domain::admin::ingest_token::IngestTokenState& state) {
    Json json;
    json["id"] = state.id.value();
    json["name"] = state.name;
    json["description"] = state.description;
    json["disabled"] = state.disabled;
    json["datastreamIds"] = Json::array();
    for (const auto datastream : state.datastreams) json["datastreamIds"].push_back(rest::id_text(datastream));
    add_rate(json, state.rate);
    rest::add_stamp(json, state.stamp);
    return json;
}

Json stats_json(const std::vector<const domain::admin::IngestCount*>& counts, Timestamp now) {
    std::optional<Timestamp> first;
    std::optional<Timestamp> last;
    std::int64_t observations = 0;
    std::int64_t bytes = 0;
    std::map<Timestamp, std::pair<std::int64_t, std::int64_t>> minutes;
    const Timestamp end = minute_of(now);
    for (Timestamp minute = end - kShown + std::chrono::minutes(1); minute <= end; minute += std::chrono::minutes(1)) {
        minutes[minute] = {0, 0};
    }
    for (const auto* count : counts) {
        first = first ? std::min(*first, count->first_at) : count->first_at;
        last = last ? std::max(*last, count->last_at) : count->last_at;
        observations += count->observations;
        bytes += count->bytes;
        for (const auto& minute : count->minutes) {
            const auto shown = minutes.find(minute.start);
            if (shown == minutes.end()) continue;
            shown->second.first += minute.observations;
            shown->second.second += minute.bytes;
        }
    }
    Json json;
    json["firstIngest"] = rest::time_or_null(first);
    json["lastIngest"] = rest::time_or_null(last);
    json["totalObservations"] = observations;
    json["totalVolumeBytes"] = bytes;
    json["observations"] = Json::array();
    json["volumeBytes"] = Json::array();
    for (const auto& [minute, values] : minutes) {
        const std::string time = domain::base::to_rfc3339(minute);
        json["observations"].push_back({{"time", time}, {"value", values.first}});
        json["volumeBytes"].push_back({{"time", time}, {"value", values.second}});
    }
    return json;
}

}  // namespace gateway::admin
