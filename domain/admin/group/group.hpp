#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"
#include "domain/identity/access_rules.hpp"

/// Groups of users, who may be in several, and of groups. `Everyone` is none of them: it is implicit, and its name is taken.
namespace domain::admin::group {

using identity::GroupId;
using identity::Membership;
using identity::Subject;

// Bounds of one tenant.
inline constexpr std::int64_t groups_max = 1'000;
inline constexpr std::int64_t members_max = 100'000;  ///< of all groups together

// Commands

struct CreateGroup {
    GroupId group;
    std::string name;
    std::string description;
    friend bool operator==(const CreateGroup&, const CreateGroup&) = default;
};
/// What is absent stays as it is.
struct UpdateGroup {
    GroupId group;
    std::optional<std::string> name = {};
    std::optional<std::string> description = {};
    friend bool operator==(const UpdateGroup&, const UpdateGroup&) = default;
};
/// Removes the group with its memberships and the grants to it; its members stay.
struct DeleteGroup {
    GroupId group;
    friend bool operator==(const DeleteGroup&, const DeleteGroup&) = default;
};
struct AddMember {
    GroupId group;
    Subject member;  ///< a user or a group
    friend bool operator==(const AddMember&, const AddMember&) = default;
};
struct RemoveMember {
    GroupId group;
    Subject member;
    friend bool operator==(const RemoveMember&, const RemoveMember&) = default;
};

// Events

struct GroupCreated {
    base::TenantId tenant;
    CreateGroup group;
    base::Timestamp at{};
    std::string by;
};
struct GroupUpdated {
    base::TenantId tenant;
    UpdateGroup change;
    base::Timestamp at{};
    std::string by;
};
struct GroupDeleted {
    base::TenantId tenant;
    GroupId group;
};
struct MemberAdded {
    base::TenantId tenant;
    Membership membership;
    base::Timestamp at{};
    std::string by;
};
struct MemberRemoved {
    base::TenantId tenant;
    Membership membership;
};
using Events = std::vector<std::variant<GroupCreated, GroupUpdated, GroupDeleted, MemberAdded, MemberRemoved>>;

// State

struct GroupState {
    bool exists = false;
    base::TenantId tenant;
    GroupId id;
    std::string name;
    std::string description;
    Stamp stamp;
    friend bool operator==(const GroupState&, const GroupState&) = default;
};
struct MemberState {
    bool exists = false;
    base::TenantId tenant;
    Membership membership;
    base::Timestamp added_at{};
    std::string added_by;
    friend bool operator==(const MemberState&, const MemberState&) = default;
};

/// What surrounds a new or changed group.
struct Surroundings {
    bool tenant_exists = false;
    bool name_taken = false;
    std::int64_t groups = 0;  ///< that the tenant has
};
/// What surrounds a membership.
struct MemberSurroundings {
    bool group_exists = false;
    bool member_exists = false;
    bool is_member = false;
    bool is_circle = false;    ///< the member holds the group
    std::int64_t members = 0;  ///< of all groups of the tenant
};

GroupState evolve(GroupState state, const GroupCreated& event);
GroupState evolve(GroupState state, const GroupUpdated& event);
GroupState evolve(GroupState state, const GroupDeleted& event);
MemberState evolve(MemberState state, const MemberAdded& event);
MemberState evolve(MemberState state, const MemberRemoved& event);

/// Refuses with kNotFound (no such tenant), kConflict (id or name taken), kInvalidArgument (no name), kResourceExhausted.
Decision<Events> decide(const GroupState& state, const Surroundings& around, const CreateGroup& command, const Issued& issued);
/// Refuses with kNotFound, kConflict (name taken), kInvalidArgument (no name). A change to what is there already is none.
Decision<Events> decide(const GroupState& state, const Surroundings& around, const UpdateGroup& command, const Issued& issued);
/// Refuses with kNotFound.
Decision<Events> decide(const GroupState& state, const DeleteGroup& command, const Issued& issued);
/// Refuses with kNotFound (group or member), kConflict (a circle), kInvalidArgument (everyone), kResourceExhausted. Who is a
/// member already stays one.
Decision<Events> decide(const MemberSurroundings& around, const AddMember& command, const Issued& issued);
/// Refuses with kNotFound (group; not a member of it).
Decision<Events> decide(const MemberSurroundings& around, const RemoveMember& command, const Issued& issued);

/// `user:7` or `group:41…`, for messages and names.
std::string text_of(const Subject& subject);

}  // namespace domain::admin::group
