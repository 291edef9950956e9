#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace domain::identity {

/// What can be done with an object.
enum class Action {
    kList,    ///< know that it exists: see it in lists, with its name and columns
    kView,    ///< read what is in it: rows, definitions
    kIngest,  ///< write observations into it
    kEdit,    ///< change and remove it; on what holds others: make new ones in it
    kManage,  ///< say who may do what with it
};
inline constexpr std::size_t actions_count = 5;

/// What a grant gives. The table role × action stands in role.cpp, and nowhere else.
enum class Role { kLister, kViewer, kIngester, kEditor, kManager };
inline constexpr std::size_t roles_count = 5;

/// A set of actions.
using Actions = std::uint8_t;
constexpr Actions set_of(Action action) { return static_cast<Actions>(1U << static_cast<unsigned>(action)); }

Actions actions_of(Role role);

/// What objects are. A grant on the whole tenant covers the kinds of `is_content`; the others need a grant of their own, or an
/// administrator.
enum class ObjectKind {
    kDataset,
    kDatastream,
    kFolder,
    kWorkspace,
    kReferenceTable,
    kServiceAccount,  ///< to edit them is to be able to act as any of them
    kAudit,           ///< the dataset of what administrators did: no grant gives it
};
inline constexpr std::size_t object_kinds_count = 7;

bool is_content(ObjectKind kind);

/// `Viewer`, `view`, `referenceTable`: as they are written in the API and in the log.
std::string_view name(Role role);
std::string_view name(Action action);
std::string_view name(ObjectKind kind);
std::optional<Role> role_from(std::string_view name);
/// Nothing for kinds that cannot be granted.
std::optional<ObjectKind> grantable_kind_from(std::string_view name);

}  // namespace domain::identity
