#include "domain/admin/group/group.hpp"

namespace domain::admin::group {
namespace {

using base::ErrorCode;

std::string text(GroupId id) { return std::to_string(id.value()); }

Refusal not_found(GroupId id) { return Refusal(ErrorCode::kNotFound, "group not found: " + text(id)); }
Refusal no_name() { return Refusal(ErrorCode::kInvalidArgument, "the group has no name"); }
Refusal name_taken(const std::string& name) { return Refusal(ErrorCode::kConflict, "group name is taken: " + name); }
Refusal not_found(const Subject& member) {
    return Refusal(ErrorCode::kNotFound, std::string(member.kind == Subject::Kind::kGroup ? "group" : "user") +
                                             " not found: " + std::to_string(member.id));
}

constexpr std::string_view kEveryone = "Everyone";

}  // namespace

std::string text_of(const Subject& subject) {
    switch (subject.kind) {
        case Subject::Kind::kUser: return "user:" + std::to_string(subject.id);
        case Subject::Kind::kGroup: return "group:" + std::to_string(subject.id);
        case Subject::Kind::kEveryone: break;
    }
    return "everyone";
}

Decision<Events> decide(const GroupState& state, const Surroundings& around, const CreateGroup& command, const Issued& issued) {
    if (!around.tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (command.name.empty()) return no_name();
    if (around.name_taken || command.name == kEveryone) return name_taken(command.name);
    if (state.exists) return Refusal(ErrorCode::kConflict, "group id is taken: " + text(command.group), true);
    if (around.groups >= groups_max) {
        return Refusal(ErrorCode::kResourceExhausted, "too many groups, at most: " + std::to_string(groups_max));
    }
    return Events{GroupCreated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const GroupState& state, const Surroundings& around, const UpdateGroup& command, const Issued& issued) {
    if (!state.exists) return not_found(command.group);
    const std::string& name = command.name ? *command.name : state.name;
    if (name.empty()) return no_name();
    if (name != state.name && (around.name_taken || name == kEveryone)) return name_taken(name);
    if (name == state.name && command.description.value_or(state.description) == state.description) return Events{};
    return Events{GroupUpdated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const GroupState& state, const DeleteGroup& command, const Issued& issued) {
    if (!state.exists) return not_found(command.group);
    return Events{GroupDeleted{issued.tenant, command.group}};
}

Decision<Events> decide(const MemberSurroundings& around, const AddMember& command, const Issued& issued) {
    if (!around.group_exists) return not_found(command.group);
    if (command.member.kind == Subject::Kind::kEveryone) {
        return Refusal(ErrorCode::kInvalidArgument, "everyone cannot be a member of a group");
    }
    if (!around.member_exists) return not_found(command.member);
    if (around.is_member) return Events{};
    if (around.is_circle) {
        return Refusal(ErrorCode::kConflict, "the group would be a member of itself, through: " + text_of(command.member));
    }
    if (around.members >= members_max) {
        return Refusal(ErrorCode::kResourceExhausted, "too many members of groups, at most: " + std::to_string(members_max));
    }
    return Events{MemberAdded{issued.tenant, {command.group, command.member}, issued.time, issued.actor}};
}

Decision<Events> decide(const MemberSurroundings& around, const RemoveMember& command, const Issued& issued) {
    if (!around.group_exists) return not_found(command.group);
    if (!around.is_member) {
        return Refusal(ErrorCode::kNotFound, "not a member of the group: " + text_of(command.member));
    }
    return Events{MemberRemoved{issued.tenant, {command.group, command.member}}};
}

GroupState evolve(GroupState state, const GroupCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.group.group;
    state.name = event.group.name;
    state.description = event.group.description;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

GroupState evolve(GroupState state, const GroupUpdated& event) {
    if (event.change.name) state.name = *event.change.name;
    if (event.change.description) state.description = *event.change.description;
    state.stamp.change(event.at, event.by);
    return state;
}

GroupState evolve(GroupState state, const GroupDeleted&) {
    state.exists = false;
    return state;
}

MemberState evolve(MemberState state, const MemberAdded& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.membership = event.membership;
    state.added_at = event.at;
    state.added_by = event.by;
    return state;
}

MemberState evolve(MemberState state, const MemberRemoved&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::group
