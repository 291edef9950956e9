#pragma once

#include <optional>

#include "domain/admin/control_reader.hpp"

namespace gateway::admin {

/// The workspace that a request names, or the tenant's first one. Fails with kNotFound, and as the reader, which must outlive
/// the call.
domain::base::Task<domain::base::Result<domain::admin::WorkspaceView>> choose_workspace(
    domain::admin::ControlReader& reader, domain::base::TenantId tenant, std::optional<domain::base::ObjectId> wanted);

}  // namespace gateway::admin
