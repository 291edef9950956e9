#include "gateway/admin/workspace_choice.hpp"

#include <utility>

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::base::Error;
using domain::base::ErrorCode;

domain::base::Task<domain::base::Result<domain::admin::WorkspaceView>> choose_workspace(
    domain::admin::ControlReader& reader, domain::base::TenantId tenant, std::optional<domain::base::ObjectId> wanted) {
    const auto all = co_await reader.workspaces(std::move(tenant));
    if (!all) co_return all.error();
    for (const auto& workspace : *all) {
        if (!wanted || workspace.id == *wanted) co_return workspace;
    }
    if (!wanted) co_return Error(ErrorCode::kNotFound, "the customer has no workspace");
    co_return Error(ErrorCode::kNotFound, "workspace not found: " + std::to_string(wanted->value()));
}

}  // namespace gateway::admin
