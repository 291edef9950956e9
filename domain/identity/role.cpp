#include "domain/identity/role.hpp"

#include <array>

namespace domain::identity {
namespace {

using enum Action;

constexpr Actions kLists = set_of(kList);
constexpr Actions kViews = kLists | set_of(kView);
constexpr Actions kIngests = kLists | set_of(kIngest);
constexpr Actions kEdits = kViews | kIngests | set_of(kEdit);
constexpr Actions kManages = kEdits | set_of(kManage);

struct RoleRow {
    std::string_view name;
    Actions actions;
};
/// In the order of Role.
constexpr std::array<RoleRow, roles_count> kRoles{{
    {"Lister", kLists},
    {"Viewer", kViews},
    {"Ingester", kIngests},
    {"Editor", kEdits},
    {"Manager", kManages},
}};

struct KindRow {
    std::string_view name;
    bool is_content;
    bool is_grantable;
};
/// In the order of ObjectKind.
constexpr std::array<KindRow, object_kinds_count> kKinds{{
    {"dataset", true, true},
    {"datastream", true, true},
    {"folder", true, true},
    {"workspace", true, true},
    {"referenceTable", true, true},
    {"serviceAccount", false, true},
    {"audit", false, false},
}};

constexpr std::array<std::string_view, actions_count> kActions{"list", "view", "ingest", "edit", "manage"};

}  // namespace

Actions actions_of(Role role) { return kRoles[static_cast<std::size_t>(role)].actions; }

bool is_content(ObjectKind kind) { return kKinds[static_cast<std::size_t>(kind)].is_content; }

std::string_view name(Role role) { return kRoles[static_cast<std::size_t>(role)].name; }
std::string_view name(Action action) { return kActions[static_cast<std::size_t>(action)]; }
std::string_view name(ObjectKind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }

std::optional<Role> role_from(std::string_view name) {
    for (std::size_t i = 0; i < kRoles.size(); ++i) {
        if (kRoles[i].name == name) return static_cast<Role>(i);
    }
    return std::nullopt;
}

std::optional<ObjectKind> grantable_kind_from(std::string_view name) {
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (kKinds[i].is_grantable && kKinds[i].name == name) return static_cast<ObjectKind>(i);
    }
    return std::nullopt;
}

}  // namespace domain::identity
