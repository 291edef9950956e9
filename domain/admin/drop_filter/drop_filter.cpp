#include "domain/admin/drop_filter/drop_filter.hpp"

namespace domain::admin::drop_filter {
namespace {

using base::ErrorCode;

std::string text(base::ObjectId id) { return std::to_string(id.value()); }

Refusal not_found(base::ObjectId id) { return Refusal(ErrorCode::kNotFound, "filter not found: " + text(id)); }

Decision<void> check(const Settings& settings) {
    if (settings.label.empty()) return Refusal(ErrorCode::kInvalidArgument, "the filter has no label");
    if (settings.pipeline.empty()) return Refusal(ErrorCode::kInvalidArgument, "the filter has no pipeline");
    if (settings.pipeline.size() > pipeline_bytes_max) {
        return Refusal(ErrorCode::kInvalidArgument, "the pipeline is too long, its bytes are: " + std::to_string(settings.pipeline.size()));
    }
    if (settings.drop_share < 0 || settings.drop_share > whole) {
        return Refusal(ErrorCode::kInvalidArgument, "the share in millionths must be from 0 to " + std::to_string(whole) + ": " +
                                                        std::to_string(settings.drop_share));
    }
    return {};
}

Settings changed(Settings settings, const UpdateDropFilter& change) {
    if (change.label) settings.label = *change.label;
    if (change.description) settings.description = *change.description;
    if (change.pipeline) settings.pipeline = *change.pipeline;
    if (change.drop_share) settings.drop_share = *change.drop_share;
    if (change.enabled) settings.enabled = *change.enabled;
    return settings;
}

bool drops_the_same(const Settings& one, const Settings& other) {
    return one.pipeline == other.pipeline && one.drop_share == other.drop_share && one.enabled == other.enabled;
}

Refusal too_many(const std::string& whose, std::size_t max) {
    return Refusal(ErrorCode::kResourceExhausted, "too many filters " + whose + ", at most: " + std::to_string(max));
}

}  // namespace

Decision<Events> decide(const DropFilterState& state, const Surroundings& around, const CreateDropFilter& command, const Issued& issued) {
    if (!around.datastream_exists) {
        return Refusal(ErrorCode::kNotFound, "datastream not found: " + std::to_string(command.datastream.value()));
    }
    if (auto checked = check(command.settings); !checked) return checked.error();
    if (state.exists) return Refusal(ErrorCode::kConflict, "filter id is taken: " + text(command.filter), true);
    if (around.filters >= filters_max) return too_many("of the tenant", filters_max);
    if (around.filters_of_datastream >= filters_of_datastream_max) return too_many("of the datastream", filters_of_datastream_max);
    return Events{DropFilterCreated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const DropFilterState& state, const UpdateDropFilter& command, const Issued& issued) {
    if (!state.exists) return not_found(command.filter);
    const Settings settings = changed(state.settings, command);
    if (auto checked = check(settings); !checked) return checked.error();
    if (settings == state.settings) return Events{};
    return Events{DropFilterUpdated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const DropFilterState& state, const DeleteDropFilter& command, const Issued& issued) {
    if (!state.exists) return not_found(command.filter);
    return Events{DropFilterDeleted{issued.tenant, command.filter}};
}

DropFilterState evolve(DropFilterState state, const DropFilterCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.filter.filter;
    state.datastream = event.filter.datastream;
    state.settings = event.filter.settings;
    state.since = event.at;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

DropFilterState evolve(DropFilterState state, const DropFilterUpdated& event) {
    Settings settings = changed(state.settings, event.change);
    if (!drops_the_same(settings, state.settings)) state.since = event.at;
    state.settings = std::move(settings);
    state.stamp.change(event.at, event.by);
    return state;
}

DropFilterState evolve(DropFilterState state, const DropFilterDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::drop_filter
