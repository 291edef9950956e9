#pragma once

#include <nlohmann/json_fwd.hpp>

#include "domain/admin/access_reader.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/admin/ingest_reader.hpp"

/// Things as GraphQL's clients know them; the fields are those of meta_schema.cpp. What a client knows and this service has not,
/// such as icons, is null.
namespace gateway::meta {

nlohmann::ordered_json user_record(const domain::admin::UserView& user);
nlohmann::ordered_json customer_record(const domain::base::TenantId& tenant);
nlohmann::ordered_json workspace_record(const domain::admin::WorkspaceView& workspace);
nlohmann::ordered_json folder_record(const domain::admin::FolderView& folder);
nlohmann::ordered_json dataset_record(const domain::admin::DatasetView& view);
nlohmann::ordered_json datastream_record(const domain::admin::DatastreamDetails& state);

// Ids of what follows are `o::<customer>:<type>:<number>`; a member is named by its group and itself.
nlohmann::ordered_json group_record(const domain::base::TenantId& tenant, const domain::admin::GroupView& group);
nlohmann::ordered_json group_member_record(const domain::base::TenantId& tenant, const domain::admin::GroupView& group,
                                           const domain::identity::Subject& member);
nlohmann::ordered_json statement_record(const domain::base::TenantId& tenant, const domain::admin::GrantView& grant);

}  // namespace gateway::meta
