#include "domain/admin/control_state.hpp"

namespace domain::admin {
namespace {

// What each command reads.

void collect(ControlKeys& keys, const base::TenantId& tenant, const tenant::CreateTenant&) { keys.access.insert(tenant); }
/// The tenant itself is read for every command.
void collect(ControlKeys&, const base::TenantId&, const tenant::SetTenantRate&) {}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::CreateUser& command) {
    keys.users.emplace(tenant, command.user);
    keys.user_emails.emplace(tenant, user::email_key(command.email));
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::SetPassword& command) {
    keys.users.emplace(tenant, command.user);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::UpdateUser& command) {
    keys.users.emplace(tenant, command.user);
    if (command.email) keys.user_emails.emplace(tenant, user::email_key(*command.email));
    keys.administrators.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::CreateServiceAccount& command) {
    keys.users.emplace(tenant, command.user);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::UpdateServiceAccount& command) {
    keys.users.emplace(tenant, command.user);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::DeleteServiceAccount& command) {
    keys.users.emplace(tenant, command.user);
    keys.tokens_of_users.emplace(tenant, command.user);
    keys.all_access.insert(tenant);
    keys.access.insert(tenant);
}
void collect_subject(ControlKeys& keys, const base::TenantId& tenant, const identity::Subject& subject) {
    if (subject.kind == identity::Subject::Kind::kUser) keys.users.emplace(tenant, base::UserId(subject.id));
    if (subject.kind == identity::Subject::Kind::kGroup) keys.groups.emplace(tenant, identity::GroupId(subject.id));
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const group::CreateGroup& command) {
    keys.groups.emplace(tenant, command.group);
    keys.group_names.emplace(tenant, command.name);
    keys.access.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const group::UpdateGroup& command) {
    keys.groups.emplace(tenant, command.group);
    if (command.name) keys.group_names.emplace(tenant, *command.name);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const group::DeleteGroup& command) {
    keys.groups.emplace(tenant, command.group);
    keys.all_access.insert(tenant);
    keys.access.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const group::AddMember& command) {
    keys.groups.emplace(tenant, command.group);
    collect_subject(keys, tenant, command.member);
    keys.members.emplace(tenant, identity::Membership{command.group, command.member});
    if (command.member.kind == identity::Subject::Kind::kGroup) keys.nested_groups.insert(tenant);
    keys.access.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const group::RemoveMember& command) {
    keys.groups.emplace(tenant, command.group);
    keys.members.emplace(tenant, identity::Membership{command.group, command.member});
    keys.access.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const grant::CreateGrant& command) {
    keys.grants.emplace(tenant, command.grant);
    keys.grant_texts.emplace(tenant, grant::text_of(command.gives));
    collect_subject(keys, tenant, command.gives.subject);
    keys.access.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const grant::DeleteGrant& command) {
    keys.grants.emplace(tenant, command.grant);
    keys.access.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const folder::CreateFolder& command) {
    keys.workspaces.emplace(tenant, command.workspace);
    keys.folders.emplace(tenant, command.folder);
    keys.all_folders.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const folder::UpdateFolder& command) {
    keys.folders.emplace(tenant, command.folder);
    if (command.name) keys.all_folders.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const folder::DeleteFolder& command) {
    keys.folders.emplace(tenant, command.folder);
    keys.contents.emplace(tenant, command.folder);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const folder::PlaceObject& command) {
    keys.datasets.emplace(tenant, base::DatasetId(command.object.value()));
    keys.datastreams.emplace(tenant, base::DatastreamId(command.object.value()));
    keys.reference_tables.emplace(tenant, command.object);
    keys.placements.emplace(tenant, command.object);
    if (command.folder) keys.folders.emplace(tenant, *command.folder);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const drop_filter::CreateDropFilter& command) {
    keys.datastreams.emplace(tenant, command.datastream);
    keys.drop_filters.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const drop_filter::UpdateDropFilter&) {
    keys.drop_filters.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const drop_filter::DeleteDropFilter&) {
    keys.drop_filters.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::CreateApiToken& command) {
    keys.users.emplace(tenant, command.user);
    keys.api_tokens.emplace(tenant, command.token);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::UpdateApiToken& command) {
    keys.api_tokens.emplace(tenant, command.token);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::DeleteApiToken& command) {
    keys.api_tokens.emplace(tenant, command.token);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const user::RenewApiToken& command) {
    keys.api_tokens.emplace(tenant, command.token);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const datastream::CreateDatastream& command) {
    keys.workspaces.emplace(tenant, command.workspace);
    keys.datastreams.emplace(tenant, command.datastream);
    keys.datastream_names.emplace(tenant, command.workspace, command.name);
    keys.datasets.emplace(tenant, command.dataset);
    keys.dataset_names.emplace(tenant, command.workspace, command.name);
    for (const datastream::TypedDataset& each : command.typed) {
        keys.datasets.emplace(tenant, each.dataset);
        keys.dataset_names.emplace(tenant, command.workspace, datastream::dataset_name(command.name, each.form));
    }
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const dataset::CreateDataset& command) {
    keys.workspaces.emplace(tenant, command.workspace);
    keys.datasets.emplace(tenant, command.dataset);
    keys.dataset_names.emplace(tenant, command.workspace, command.name);
    for (const base::DatasetId input : command.definition.inputs()) keys.datasets.emplace(tenant, input);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const dataset::UpdateDataset&) {
    keys.all_datasets.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const dataset::DeleteDataset& command) {
    keys.placements.emplace(tenant, base::ObjectId(command.dataset.value()));
    keys.all_datasets.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const ingest_token::CreateIngestToken& command) {
    keys.ingest_tokens.emplace(tenant, command.token);
    for (const auto datastream : command.datastreams) keys.datastreams.emplace(tenant, datastream);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const ingest_token::DisableIngestToken& command) {
    keys.ingest_tokens.emplace(tenant, command.token);
}

// Names are unique in a workspace, which is known only once the datastream is: so all of the tenant are read.
void collect(ControlKeys& keys, const base::TenantId& tenant, const datastream::UpdateDatastream& command) {
    keys.datastreams.emplace(tenant, command.datastream);
    if (command.name || command.direct_write) keys.all_datasets.insert(tenant);
    if (command.name) keys.all_datastreams.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const datastream::DeleteDatastream& command) {
    keys.placements.emplace(tenant, base::ObjectId(command.datastream.value()));
    keys.drop_filters.insert(tenant);
    keys.datastreams.emplace(tenant, command.datastream);
    keys.all_datasets.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const ingest_token::UpdateIngestToken& command) {
    keys.ingest_tokens.emplace(tenant, command.token);
    for (const auto datastream : command.datastreams.value_or(std::vector<base::DatastreamId>())) {
        keys.datastreams.emplace(tenant, datastream);
    }
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const ingest_token::DeleteIngestToken& command) {
    keys.ingest_tokens.emplace(tenant, command.token);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const reference_table::CreateReferenceTable& command) {
    keys.workspaces.emplace(tenant, command.workspace);
    keys.reference_tables.emplace(tenant, command.table);
    keys.reference_table_labels.emplace(tenant, command.label);
    keys.datasets.emplace(tenant, command.dataset);
    keys.dataset_names.emplace(tenant, command.workspace, reference_table::dataset_name(command.label));
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const reference_table::UpdateReferenceTable& command) {
    keys.reference_tables.emplace(tenant, command.table);
    if (command.label) keys.reference_table_labels.emplace(tenant, *command.label);
    keys.all_datasets.insert(tenant);
}
void collect(ControlKeys& keys, const base::TenantId& tenant, const reference_table::DeleteReferenceTable& command) {
    keys.placements.emplace(tenant, command.table);
    keys.reference_tables.emplace(tenant, command.table);
    keys.all_datasets.insert(tenant);
}

}  // namespace

void ControlKeys::add(const CommandEnvelope& envelope) {
    tenants.insert(envelope.tenant);
    std::visit([&](const auto& command) { collect(*this, envelope.tenant, command); }, envelope.command);
}

}  // namespace domain::admin
