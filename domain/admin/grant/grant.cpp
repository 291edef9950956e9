#include "domain/admin/grant/grant.hpp"

#include "domain/admin/group/group.hpp"

namespace domain::admin::grant {
namespace {

using base::ErrorCode;
using identity::Target;

std::string text(GrantId id) { return std::to_string(id.value()); }

std::string text_of(const Target& target) {
    switch (target.scope) {
        case Target::Scope::kTenant: return "everything";
        case Target::Scope::kKind: return "every " + std::string(name(target.kind));
        case Target::Scope::kObject: break;
    }
    return "object " + std::to_string(target.object);
}

}  // namespace

std::string text_of(const AccessGrant& grant) {
    return group::text_of(grant.subject) + " " + std::string(name(grant.role)) + " of " + text_of(grant.target);
}

Decision<Events> decide(const GrantState& state, const Surroundings& around, const CreateGrant& command, const Issued& issued) {
    if (!around.tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (!around.subject_exists) {
        return Refusal(ErrorCode::kNotFound, "subject not found: " + group::text_of(command.gives.subject));
    }
    if (around.is_given) return Refusal(ErrorCode::kConflict, "it is granted already: " + text_of(command.gives));
    if (state.exists) return Refusal(ErrorCode::kConflict, "grant id is taken: " + text(command.grant), true);
    if (around.grants >= grants_max) {
        return Refusal(ErrorCode::kResourceExhausted, "too many grants, at most: " + std::to_string(grants_max));
    }
    return Events{GrantCreated{issued.tenant, command.grant, command.gives, issued.time, issued.actor}};
}

Decision<Events> decide(const GrantState& state, const DeleteGrant& command, const Issued& issued) {
    if (!state.exists) return Refusal(ErrorCode::kNotFound, "grant not found: " + text(command.grant));
    return Events{GrantDeleted{issued.tenant, command.grant}};
}

GrantState evolve(GrantState state, const GrantCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.grant;
    state.gives = event.gives;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

GrantState evolve(GrantState state, const GrantDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::grant
