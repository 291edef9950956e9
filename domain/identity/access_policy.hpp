#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/identity/principal.hpp"
#include "domain/identity/role.hpp"

namespace domain::identity {

/// One object of the caller's tenant, or a place where one is to be made.
struct ObjectRef {
    ObjectKind kind = ObjectKind::kDataset;
    std::int64_t id = 0;               ///< 0: one that is to be made, or all of the kind
    std::vector<std::int64_t> within;  ///< what it belongs to: folder, workspace, datastream, reference table; any order
};

/// What a grant is about.
struct Target {
    enum class Scope {
        kTenant,  ///< everything that is content
        kKind,    ///< every object of `kind`
        kObject,  ///< the object `object` and all within it
    };
    Scope scope = Scope::kTenant;
    ObjectKind kind = ObjectKind::kDataset;
    std::int64_t object = 0;

    static Target tenant() { return {}; }
    static Target all_of(ObjectKind kind) { return {Scope::kKind, kind, 0}; }
    static Target one(std::int64_t object) { return {Scope::kObject, ObjectKind::kDataset, object}; }
    friend auto operator<=>(const Target&, const Target&) = default;
};

/// What one caller may do: the sum of the grants to the caller, to the caller's groups and to everyone. Immutable once it is
/// shared.
class Rights {
public:
    void add(const Target& target, Role role);

    bool may(Action action, const ObjectRef& object) const;
    /// Whether a grant on that target gives the action: what is needed to pass it on.
    bool may(Action action, const Target& target) const;

private:
    Actions tenant_ = 0;
    std::array<Actions, object_kinds_count> kinds_{};
    std::unordered_map<std::int64_t, Actions> objects_;
};

/// The access decision about an object; pure. Administrators may do everything, a caller without rights nothing.
bool may(const Principal& principal, Action action, const ObjectRef& object);

/// The same as a refusal. What the caller may not see does not exist: kNotFound with `<what> not found: <shown>`; otherwise
/// kPermissionDenied.
base::Result<void> demand(const Principal& principal, Action action, const ObjectRef& object, std::string_view what,
                          std::string_view shown);

}  // namespace domain::identity
