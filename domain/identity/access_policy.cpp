#include "domain/identity/access_policy.hpp"

namespace domain::identity {
namespace {

std::size_t place(ObjectKind kind) { return static_cast<std::size_t>(kind); }

bool has(Actions actions, Action action) { return (actions & set_of(action)) != 0; }

}  // namespace

void Rights::add(const Target& target, Role role) {
    const Actions actions = actions_of(role);
    switch (target.scope) {
        case Target::Scope::kTenant: tenant_ |= actions; break;
        case Target::Scope::kKind: kinds_[place(target.kind)] |= actions; break;
        case Target::Scope::kObject: objects_[target.object] |= actions; break;
    }
}

bool Rights::may(Action action, const ObjectRef& object) const {
    if (object.kind == ObjectKind::kAudit) return false;
    Actions actions = kinds_[place(object.kind)];
    if (is_content(object.kind)) {
        actions |= tenant_;
        const auto add_object = [&](std::int64_t id) {
            if (const auto found = objects_.find(id); found != objects_.end()) actions |= found->second;
        };
        add_object(object.id);
        for (const std::int64_t id : object.within) add_object(id);
    }
    return has(actions, action);
}

bool Rights::may(Action action, const Target& target) const {
    switch (target.scope) {
        case Target::Scope::kTenant: return has(tenant_, action);
        case Target::Scope::kKind: return may(action, ObjectRef{target.kind, 0, {}});
        case Target::Scope::kObject: break;
    }
    const auto found = objects_.find(target.object);
    return has(tenant_, action) || (found != objects_.end() && has(found->second, action));
}

bool may(const Principal& principal, Action action, const ObjectRef& object) {
    return principal.administrator || (principal.rights != nullptr && principal.rights->may(action, object));
}

base::Result<void> demand(const Principal& principal, Action action, const ObjectRef& object, std::string_view what,
                          std::string_view shown) {
    using base::ErrorCode;
    if (may(principal, action, object)) return {};
    const std::string named = std::string(what);
    if (!may(principal, Action::kList, object)) {
        return base::Error(ErrorCode::kNotFound, named + " not found: " + std::string(shown));
    }
    return base::Error(ErrorCode::kPermissionDenied,
                       "you may not " + std::string(name(action)) + " the " + named + ": " + std::string(shown));
}

}  // namespace domain::identity
