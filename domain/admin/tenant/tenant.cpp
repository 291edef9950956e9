#include "domain/admin/tenant/tenant.hpp"

#include "domain/admin/bounds.hpp"

namespace domain::admin::tenant {

using base::ErrorCode;

Decision<Events> decide(const TenantState& state, const CreateTenant& command, const Issued& issued) {
    if (state.exists) return Refusal(ErrorCode::kConflict, "customer exists already: " + issued.tenant.value());
    if (command.workspace_name.empty()) return Refusal(ErrorCode::kInvalidArgument, "the workspace has no name");
    return Events{TenantCreated{issued.tenant, command.label, issued.time},
                  WorkspaceCreated{issued.tenant, command.workspace, command.workspace_name, issued.time}};
}

Decision<Events> decide(const TenantState& state, const SetTenantRate& command, const Issued& issued) {
    if (!state.exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (auto checked = check_rate(command.rate); !checked) return checked.error();
    return Events{TenantRateSet{issued.tenant, command.rate}};
}

TenantState evolve(TenantState state, const TenantCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.label = event.label;
    state.created_at = event.at;
    return state;
}

TenantState evolve(TenantState state, const TenantRateSet& event) {
    event.rate.apply_to(state.rate);
    return state;
}

WorkspaceState evolve(WorkspaceState state, const WorkspaceCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.workspace;
    state.name = event.name;
    state.created_at = event.at;
    return state;
}

}  // namespace domain::admin::tenant
