#include "domain/admin/control_state.hpp"

#include <algorithm>

#include "domain/admin/system_datasets.hpp"
#include "domain/catalog/dataset_graph.hpp"

namespace domain::admin {
namespace {

// What each event does to the state.

void apply(ControlState& state, const tenant::TenantCreated& event) {
    state.tenants.put(event.tenant, evolve(state.tenants.get(event.tenant, event.tenant), event));
}
void apply(ControlState& state, const tenant::TenantRateSet& event) {
    state.tenants.put(event.tenant, evolve(state.tenants.get(event.tenant, event.tenant), event));
}
void apply(ControlState& state, const tenant::WorkspaceCreated& event) {
    state.workspaces.put(event.workspace, evolve(state.workspaces.get(event.tenant, event.workspace), event));
}
template <class Event>
    requires requires(user::UserState user, Event event) { evolve(user, event); }
void apply(ControlState& state, const Event& event) {
    state.users.put(event.user, evolve(state.users.get(event.tenant, event.user), event));
}
void remove_tokens(ControlState& state, const base::TenantId& tenant, base::UserId user) {
    for (const user::ApiTokenState* token : state.api_tokens.all(tenant)) {
        if (token->user != user) continue;
        const base::ApiTokenId id = token->id;
        user::ApiTokenState gone = *token;
        gone.exists = false;
        state.api_tokens.put(id, std::move(gone));
    }
}

/// Groups, members or grants change: a new version of the tenant's access rules.
void count_access(ControlState& state, const base::TenantId& tenant, std::int64_t AccessState::* what, std::int64_t by) {
    AccessState access = state.access.get(tenant, tenant);
    access.exists = true;
    access.tenant = tenant;
    ++access.version;
    access.*what += by;
    state.access.put(tenant, std::move(access));
}

void apply(ControlState& state, const group::GroupCreated& event) {
    const auto id = event.group.group;
    state.groups.put(id, evolve(state.groups.get(event.tenant, id), event));
    count_access(state, event.tenant, &AccessState::groups, 1);
}
void apply(ControlState& state, const group::GroupUpdated& event) {
    state.groups.put(event.change.group, evolve(state.groups.get(event.tenant, event.change.group), event));
}
void apply(ControlState& state, const group::MemberAdded& event) {
    state.members.put(event.membership, evolve(state.members.get(event.tenant, event.membership), event));
    count_access(state, event.tenant, &AccessState::members, 1);
}
void apply(ControlState& state, const group::MemberRemoved& event) {
    state.members.put(event.membership, evolve(state.members.get(event.tenant, event.membership), event));
    count_access(state, event.tenant, &AccessState::members, -1);
}
void apply(ControlState& state, const grant::GrantCreated& event) {
    state.grants.put(event.grant, evolve(state.grants.get(event.tenant, event.grant), event));
    count_access(state, event.tenant, &AccessState::grants, 1);
}
void apply(ControlState& state, const grant::GrantDeleted& event) {
    state.grants.put(event.grant, evolve(state.grants.get(event.tenant, event.grant), event));
    count_access(state, event.tenant, &AccessState::grants, -1);
}
/// Memberships of what is removed, on either side, and grants to it.
void remove_access(ControlState& state, const base::TenantId& tenant, const identity::Subject& subject) {
    for (const group::MemberState* member : state.members.all(tenant)) {
        const identity::Membership membership = member->membership;
        if (membership.member == subject || identity::Subject::group(membership.group) == subject) {
            apply(state, group::MemberRemoved{tenant, membership});
        }
    }
    for (const grant::GrantState* grant : state.grants.all(tenant)) {
        if (grant->gives.subject == subject) apply(state, grant::GrantDeleted{tenant, identity::GrantId(grant->id)});
    }
}
void apply(ControlState& state, const group::GroupDeleted& event) {
    remove_access(state, event.tenant, identity::Subject::group(event.group));
    state.groups.put(event.group, evolve(state.groups.get(event.tenant, event.group), event));
    count_access(state, event.tenant, &AccessState::groups, -1);
}
void apply(ControlState& state, const user::ServiceAccountDeleted& event) {
    remove_tokens(state, event.tenant, event.user);
    remove_access(state, event.tenant, identity::Subject::user(event.user));
    state.users.put(event.user, evolve(state.users.get(event.tenant, event.user), event));
}
void apply(ControlState& state, const user::ApiTokenCreated& event) {
    const auto& id = event.token.token;
    state.api_tokens.put(id, evolve(state.api_tokens.get(event.tenant, id), event));
}
void apply(ControlState& state, const user::ApiTokenUpdated& event) {
    const auto& id = event.change.token;
    state.api_tokens.put(id, evolve(state.api_tokens.get(event.tenant, id), event));
}
void apply(ControlState& state, const user::ApiTokenDeleted& event) {
    state.api_tokens.put(event.token, evolve(state.api_tokens.get(event.tenant, event.token), event));
}
void apply(ControlState& state, const user::ApiTokenRenewed& event) {
    state.api_tokens.put(event.token, evolve(state.api_tokens.get(event.tenant, event.token), event));
}
template <class Event>
    requires requires(dataset::DatasetState dataset, Event event) { evolve(dataset, event); }
void apply(ControlState& state, const Event& event) {
    state.datasets.put(event.dataset, evolve(state.datasets.get(event.tenant, event.dataset), event));
}
void apply(ControlState& state, const folder::FolderCreated& event) {
    const auto id = event.folder.folder;
    state.folders.put(id, evolve(state.folders.get(event.tenant, id), event));
}
void apply(ControlState& state, const folder::FolderUpdated& event) {
    const auto id = event.change.folder;
    state.folders.put(id, evolve(state.folders.get(event.tenant, id), event));
}
void apply(ControlState& state, const folder::ObjectPlaced& event) {
    state.placements.put(event.object, evolve(state.placements.get(event.tenant, event.object), event));
}
void apply(ControlState& state, const folder::FolderDeleted& event) {
    for (const folder::PlacementState* placed : state.placements.all(event.tenant)) {
        if (placed->folder == event.folder) apply(state, folder::ObjectPlaced{event.tenant, base::ObjectId(placed->object), {}});
    }
    state.folders.put(event.folder, evolve(state.folders.get(event.tenant, event.folder), event));
}
/// What is removed is in no folder any more.
template <class Id>
void forget_place(ControlState& state, const base::TenantId& tenant, Id object) {
    const base::ObjectId id(object.value());
    if (state.placements.get(tenant, id).exists) apply(state, folder::ObjectPlaced{tenant, id, {}});
}
void apply(ControlState& state, const dataset::DatasetDeleted& event) {
    forget_place(state, event.tenant, event.dataset);
    state.datasets.put(event.dataset, evolve(state.datasets.get(event.tenant, event.dataset), event));
}
void apply(ControlState& state, const drop_filter::DropFilterCreated& event) {
    const auto id = event.filter.filter;
    state.drop_filters.put(id, evolve(state.drop_filters.get(event.tenant, id), event));
}
void apply(ControlState& state, const drop_filter::DropFilterUpdated& event) {
    const auto id = event.change.filter;
    state.drop_filters.put(id, evolve(state.drop_filters.get(event.tenant, id), event));
}
void apply(ControlState& state, const drop_filter::DropFilterDeleted& event) {
    state.drop_filters.put(event.filter, evolve(state.drop_filters.get(event.tenant, event.filter), event));
}
void apply(ControlState& state, const datastream::DatastreamCreated& event) {
    const auto id = event.datastream.datastream;
    state.datastreams.put(id, evolve(state.datastreams.get(event.tenant, id), event));
}
void apply(ControlState& state, const datastream::DatastreamUpdated& event) {
    const auto id = event.change.datastream;
    state.datastreams.put(id, evolve(state.datastreams.get(event.tenant, id), event));
}
void apply(ControlState& state, const datastream::DatastreamDeleted& event) {
    forget_place(state, event.tenant, event.datastream);
    for (const drop_filter::DropFilterState* filter : state.drop_filters.all(event.tenant)) {
        if (filter->datastream != event.datastream) continue;
        apply(state, drop_filter::DropFilterDeleted{event.tenant, base::ObjectId(filter->id)});
    }
    state.datastreams.put(event.datastream, evolve(state.datastreams.get(event.tenant, event.datastream), event));
}
void apply(ControlState& state, const ingest_token::IngestTokenUpdated& event) {
    const auto& id = event.change.token;
    state.ingest_tokens.put(id, evolve(state.ingest_tokens.get(event.tenant, id), event));
}
void apply(ControlState& state, const ingest_token::IngestTokenDeleted& event) {
    state.ingest_tokens.put(event.token, evolve(state.ingest_tokens.get(event.tenant, event.token), event));
}
void apply(ControlState& state, const ingest_token::IngestTokenCreated& event) {
    const auto& id = event.token.token;
    state.ingest_tokens.put(id, evolve(state.ingest_tokens.get(event.tenant, id), event));
}
void apply(ControlState& state, const ingest_token::IngestTokenDisabled& event) {
    state.ingest_tokens.put(event.token, evolve(state.ingest_tokens.get(event.tenant, event.token), event));
}

void apply(ControlState& state, const reference_table::ReferenceTableDeleted& event) {
    forget_place(state, event.tenant, event.table);
    state.reference_tables.put(event.table, evolve(state.reference_tables.get(event.tenant, event.table), event));
}
template <class Event>
    requires requires(reference_table::ReferenceTableState table, Event event) { evolve(table, event); }
void apply(ControlState& state, const Event& event) {
    base::ObjectId id;
    if constexpr (requires { event.table.table; }) id = event.table.table;
    else id = event.table;
    state.reference_tables.put(id, evolve(state.reference_tables.get(event.tenant, id), event));
}

/// Lets the events of a decision happen, or keeps its refusal.
template <class Events>
Outcome settle(ControlState& state, const Decision<Events>& decision) {
    if (!decision) return Outcome(decision.error());
    for (const auto& event : *decision) {
        std::visit([&](const auto& happened) { apply(state, happened); }, event);
    }
    return Outcome();
}

// What surrounds a dataset.

catalog::DatasetGraph graph_of(const ControlState& state, const base::TenantId& tenant) {
    catalog::DatasetGraph graph;
    for (const dataset::DatasetState* each : state.datasets.all(tenant)) {
        if (each->definition) graph.add(each->id, each->definition->inputs());
    }
    return graph;
}

/// Those of the datasets that exist, with their versions.
std::vector<catalog::DatasetVersion> versions_of(const ControlState& state, const base::TenantId& tenant,
                                                 const std::vector<base::DatasetId>& datasets) {
    std::vector<catalog::DatasetVersion> versions;
    for (const base::DatasetId id : datasets) {
        const auto& found = state.datasets.get(tenant, id);
        if (found.exists) versions.push_back({id, found.stamp.version});
    }
    return versions;
}

// Which stamp a caller means who demands a version (CommandEnvelope::expected_version): that of the thing a command is about.

/// For commands that are about nothing that exists yet.
template <class Any>
const Stamp* stamp_of(const ControlState&, const base::TenantId&, const Any&) {
    return nullptr;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const user::UpdateApiToken& command) {
    return &state.api_tokens.get(tenant, command.token).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const user::DeleteApiToken& command) {
    return &state.api_tokens.get(tenant, command.token).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const dataset::UpdateDataset& command) {
    return &state.datasets.get(tenant, command.dataset).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const dataset::DeleteDataset& command) {
    return &state.datasets.get(tenant, command.dataset).stamp;
}

const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const datastream::UpdateDatastream& command) {
    return &state.datastreams.get(tenant, command.datastream).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const datastream::DeleteDatastream& command) {
    return &state.datastreams.get(tenant, command.datastream).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const ingest_token::UpdateIngestToken& command) {
    return &state.ingest_tokens.get(tenant, command.token).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const ingest_token::DeleteIngestToken& command) {
    return &state.ingest_tokens.get(tenant, command.token).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant,
                      const reference_table::UpdateReferenceTable& command) {
    return &state.reference_tables.get(tenant, command.table).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant,
                      const reference_table::DeleteReferenceTable& command) {
    return &state.reference_tables.get(tenant, command.table).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const user::UpdateUser& command) {
    return &state.users.get(tenant, command.user).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const user::SetPassword& command) {
    return &state.users.get(tenant, command.user).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const user::UpdateServiceAccount& command) {
    return &state.users.get(tenant, command.user).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const user::DeleteServiceAccount& command) {
    return &state.users.get(tenant, command.user).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const group::UpdateGroup& command) {
    return &state.groups.get(tenant, command.group).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const group::DeleteGroup& command) {
    return &state.groups.get(tenant, command.group).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const grant::DeleteGrant& command) {
    return &state.grants.get(tenant, command.grant).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const folder::UpdateFolder& command) {
    return &state.folders.get(tenant, command.folder).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const folder::DeleteFolder& command) {
    return &state.folders.get(tenant, command.folder).stamp;
}

const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const drop_filter::UpdateDropFilter& command) {
    return &state.drop_filters.get(tenant, command.filter).stamp;
}
const Stamp* stamp_of(const ControlState& state, const base::TenantId& tenant, const drop_filter::DeleteDropFilter& command) {
    return &state.drop_filters.get(tenant, command.filter).stamp;
}

/// The refusal of a change to something that another change was faster with. What does not exist has version 0 and is left to
/// the decision, which says so.
Outcome check_version(const Stamp* stamp, const CommandEnvelope& envelope) {
    if (!envelope.expected_version) return Outcome();
    if (stamp == nullptr) {
        return Outcome(Refusal(base::ErrorCode::kInvalidArgument, "nothing has a version here to be matched"));
    }
    if (stamp->version == 0 || stamp->version == *envelope.expected_version) return Outcome();
    return Outcome(Refusal(base::ErrorCode::kPreconditionFailed,
                           "it was changed meanwhile, its version is now: " + std::to_string(stamp->version)));
}

// What each command's decision looks at.

Outcome run(ControlState& state, const Issued& issued, const tenant::CreateTenant& command) {
    const Outcome outcome = settle(state, decide(state.tenants.get(issued.tenant, issued.tenant), command, issued));
    if (!outcome.accepted) return outcome;
    for (const SystemDataset& each : system_datasets()) {
        apply(state, dataset::DatasetCreated{issued.tenant, each.id, command.workspace, each.name, each.description, std::nullopt,
                                             std::nullopt, catalog::observation_schema(), issued.time, {}});
    }
    apply(state, grant::GrantCreated{issued.tenant, grant::default_grant_id, grant::default_grant(), issued.time, {}});
    return outcome;
}

Outcome run(ControlState& state, const Issued& issued, const tenant::SetTenantRate& command) {
    return settle(state, decide(state.tenants.get(issued.tenant, issued.tenant), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::CreateUser& command) {
    const user::Surroundings around{state.tenants.get(issued.tenant, issued.tenant).exists,
                                    state.users.has_name(issued.tenant, user::email_key(command.email))};
    return settle(state, decide(state.users.get(issued.tenant, command.user), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::UpdateUser& command) {
    user::Surroundings around;
    around.email_taken = command.email && state.users.has_name(issued.tenant, user::email_key(*command.email));
    for (const user::UserState* each : state.users.all(issued.tenant)) {
        around.other_administrators |= each->id != command.user && each->is_acting_administrator();
    }
    return settle(state, decide(state.users.get(issued.tenant, command.user), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::CreateServiceAccount& command) {
    const bool tenant_exists = state.tenants.get(issued.tenant, issued.tenant).exists;
    return settle(state, decide(state.users.get(issued.tenant, command.user), tenant_exists, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::UpdateServiceAccount& command) {
    return settle(state, decide(state.users.get(issued.tenant, command.user), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::DeleteServiceAccount& command) {
    return settle(state, decide(state.users.get(issued.tenant, command.user), command, issued));
}

bool exists(const ControlState& state, const base::TenantId& tenant, const identity::Subject& subject) {
    switch (subject.kind) {
        case identity::Subject::Kind::kUser: return state.users.get(tenant, base::UserId(subject.id)).exists;
        case identity::Subject::Kind::kGroup: return state.groups.get(tenant, identity::GroupId(subject.id)).exists;
        case identity::Subject::Kind::kEveryone: break;
    }
    return true;
}

group::Surroundings around_group(const ControlState& state, const Issued& issued, const std::string& name) {
    return {state.tenants.get(issued.tenant, issued.tenant).exists, state.groups.has_name(issued.tenant, name),
            state.access.get(issued.tenant, issued.tenant).groups};
}

Outcome run(ControlState& state, const Issued& issued, const group::CreateGroup& command) {
    const auto around = around_group(state, issued, command.name);
    return settle(state, decide(state.groups.get(issued.tenant, command.group), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const group::UpdateGroup& command) {
    const auto around = around_group(state, issued, command.name.value_or(std::string()));
    return settle(state, decide(state.groups.get(issued.tenant, command.group), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const group::DeleteGroup& command) {
    return settle(state, decide(state.groups.get(issued.tenant, command.group), command, issued));
}

std::vector<identity::Membership> nested_groups(const ControlState& state, const base::TenantId& tenant) {
    std::vector<identity::Membership> nested;
    for (const group::MemberState* member : state.members.all(tenant)) {
        if (member->membership.member.kind == identity::Subject::Kind::kGroup) nested.push_back(member->membership);
    }
    return nested;
}

group::MemberSurroundings around_member(const ControlState& state, const Issued& issued, identity::GroupId group,
                                        const identity::Subject& member) {
    group::MemberSurroundings around;
    around.group_exists = state.groups.get(issued.tenant, group).exists;
    around.member_exists = exists(state, issued.tenant, member);
    around.is_member = state.members.get(issued.tenant, {group, member}).exists;
    around.is_circle = member.kind == identity::Subject::Kind::kGroup &&
                       would_be_circle(nested_groups(state, issued.tenant), group, identity::GroupId(member.id));
    around.members = state.access.get(issued.tenant, issued.tenant).members;
    return around;
}

Outcome run(ControlState& state, const Issued& issued, const group::AddMember& command) {
    return settle(state, decide(around_member(state, issued, command.group, command.member), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const group::RemoveMember& command) {
    return settle(state, decide(around_member(state, issued, command.group, command.member), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const grant::CreateGrant& command) {
    const grant::Surroundings around{state.tenants.get(issued.tenant, issued.tenant).exists,
                                     exists(state, issued.tenant, command.gives.subject),
                                     state.grants.has_name(issued.tenant, grant::text_of(command.gives)),
                                     state.access.get(issued.tenant, issued.tenant).grants};
    return settle(state, decide(state.grants.get(issued.tenant, command.grant), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const grant::DeleteGrant& command) {
    return settle(state, decide(state.grants.get(issued.tenant, command.grant), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const folder::CreateFolder& command) {
    const folder::Surroundings around{state.workspaces.get(issued.tenant, command.workspace).exists,
                                      state.folders.has_name(issued.tenant, unique_name(command.workspace, command.name)),
                                      state.folders.all(issued.tenant).size()};
    return settle(state, decide(state.folders.get(issued.tenant, command.folder), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const folder::UpdateFolder& command) {
    const folder::FolderState folder = state.folders.get(issued.tenant, command.folder);
    folder::Surroundings around;
    around.name_taken = command.name && state.folders.has_name(issued.tenant, unique_name(folder.workspace, *command.name));
    return settle(state, decide(folder, around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const folder::DeleteFolder& command) {
    return settle(state, decide(state.folders.get(issued.tenant, command.folder), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const drop_filter::CreateDropFilter& command) {
    const auto filters = state.drop_filters.all(issued.tenant);
    drop_filter::Surroundings around;
    around.datastream_exists = state.datastreams.get(issued.tenant, command.datastream).exists;
    around.filters = filters.size();
    around.filters_of_datastream = static_cast<std::size_t>(std::count_if(
        filters.begin(), filters.end(), [&](const auto* filter) { return filter->datastream == command.datastream; }));
    return settle(state, decide(state.drop_filters.get(issued.tenant, command.filter), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const drop_filter::UpdateDropFilter& command) {
    return settle(state, decide(state.drop_filters.get(issued.tenant, command.filter), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const drop_filter::DeleteDropFilter& command) {
    return settle(state, decide(state.drop_filters.get(issued.tenant, command.filter), command, issued));
}

/// The workspace of what can be put into folders. The dataset of a datastream or reference table is where that is.
std::optional<base::ObjectId> workspace_of(const ControlState& state, const base::TenantId& tenant, base::ObjectId object) {
    const auto& dataset = state.datasets.get(tenant, base::DatasetId(object.value()));
    if (dataset.exists && dataset.definition && !dataset.source) return dataset.workspace;
    const auto& datastream = state.datastreams.get(tenant, base::DatastreamId(object.value()));
    if (datastream.exists) return datastream.workspace;
    const auto& table = state.reference_tables.get(tenant, object);
    return table.exists ? std::optional(table.workspace) : std::nullopt;
}

Outcome run(ControlState& state, const Issued& issued, const folder::PlaceObject& command) {
    folder::PlacementSurroundings around;
    around.workspace_of_object = workspace_of(state, issued.tenant, command.object);
    if (command.folder) {
        const auto& folder = state.folders.get(issued.tenant, *command.folder);
        if (folder.exists) around.workspace_of_folder = folder.workspace;
    }
    return settle(state, decide(state.placements.get(issued.tenant, command.object), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::SetPassword& command) {
    return settle(state, decide(state.users.get(issued.tenant, command.user), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::CreateApiToken& command) {
    const bool user_exists = state.users.get(issued.tenant, command.user).exists;
    return settle(state, decide(state.api_tokens.get(issued.tenant, command.token), user_exists, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::UpdateApiToken& command) {
    return settle(state, decide(state.api_tokens.get(issued.tenant, command.token), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::DeleteApiToken& command) {
    return settle(state, decide(state.api_tokens.get(issued.tenant, command.token), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const user::RenewApiToken& command) {
    return settle(state, decide(state.api_tokens.get(issued.tenant, command.token), command, issued));
}

/// Whether typed datasets may be made under the names that they get from the datastream's. The workspace is there.
Decision<void> may_make(const ControlState& state, const Issued& issued, base::ObjectId workspace, const std::string& datastream,
                        const std::vector<datastream::TypedDataset>& typed) {
    for (const datastream::TypedDataset& each : typed) {
        const std::string name = datastream::dataset_name(datastream, each.form);
        if (!dataset::is_dataset_name(name)) return Refusal(base::ErrorCode::kInvalidArgument, "malformed dataset name: " + name);
        const dataset::Surroundings around{true, state.datasets.has_name(issued.tenant, unique_name(workspace, name))};
        const auto may = dataset::may_create(state.datasets.get(issued.tenant, each.dataset), around, name, workspace, each.dataset);
        if (!may) return may;
    }
    return {};
}

void make(ControlState& state, const Issued& issued, const datastream::DatastreamState& datastream, const std::string& name,
          const std::vector<datastream::TypedDataset>& typed) {
    for (const datastream::TypedDataset& each : typed) {
        apply(state, dataset::DatasetCreated{issued.tenant, each.dataset, datastream.workspace,
                                             datastream::dataset_name(name, each.form), {}, datastream.id, each.definition,
                                             each.schema, issued.time, {}});
    }
}

/// Names of those that read one of the datasets and are none of them.
std::vector<std::string> readers_of(const ControlState& state, const base::TenantId& tenant, const std::set<base::DatasetId>& datasets) {
    const catalog::DatasetGraph graph = graph_of(state, tenant);
    std::vector<std::string> names;
    for (const base::DatasetId dataset : datasets) {
        for (const base::DatasetId reader : graph.readers(dataset)) {
            if (!datasets.contains(reader)) names.push_back(state.datasets.get(tenant, reader).name);
        }
    }
    return names;
}

Outcome run(ControlState& state, const Issued& issued, const datastream::CreateDatastream& command) {
    const bool workspace_exists = state.workspaces.get(issued.tenant, command.workspace).exists;
    const std::string name = unique_name(command.workspace, command.name);
    const datastream::Surroundings around{workspace_exists, state.datastreams.has_name(issued.tenant, name), false, {}};
    const auto decision = decide(state.datastreams.get(issued.tenant, command.datastream), around, command, issued);
    if (!decision) return Outcome(decision.error());

    const dataset::Surroundings around_source{workspace_exists, state.datasets.has_name(issued.tenant, name)};
    const auto may = dataset::may_create(state.datasets.get(issued.tenant, command.dataset), around_source, command.name,
                                         command.workspace, command.dataset);
    if (!may) return Outcome(may.error());
    const auto may_be_typed = may_make(state, issued, command.workspace, command.name, command.typed);
    if (!may_be_typed) return Outcome(may_be_typed.error());
    datastream::DatastreamState made;
    made.id = command.datastream;
    made.workspace = command.workspace;
    apply(state, dataset::DatasetCreated{issued.tenant, command.dataset, command.workspace, command.name, {},
                                         command.datastream, std::nullopt, catalog::observation_schema(), issued.time, {}});
    make(state, issued, made, command.name, command.typed);
    return settle(state, decision);
}

Outcome run(ControlState& state, const Issued& issued, const dataset::CreateDataset& command) {
    dataset::Surroundings around;
    around.workspace_exists = state.workspaces.get(issued.tenant, command.workspace).exists;
    around.name_taken = state.datasets.has_name(issued.tenant, unique_name(command.workspace, command.name));
    around.inputs = versions_of(state, issued.tenant, command.definition.inputs());
    return settle(state, decide(state.datasets.get(issued.tenant, command.dataset), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const dataset::UpdateDataset& command) {
    const dataset::DatasetState dataset = state.datasets.get(issued.tenant, command.dataset);
    dataset::Surroundings around;
    around.name_taken = command.name && state.datasets.has_name(issued.tenant, unique_name(dataset.workspace, *command.name));
    if (command.redefinition) {
        around.inputs = versions_of(state, issued.tenant, command.redefinition->definition.inputs());
        around.dependents = versions_of(state, issued.tenant, graph_of(state, issued.tenant).dependents(command.dataset));
    }
    return settle(state, decide(dataset, around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const dataset::DeleteDataset& command) {
    dataset::Surroundings around;
    for (const base::DatasetId reader : graph_of(state, issued.tenant).readers(command.dataset)) {
        around.readers.push_back(state.datasets.get(issued.tenant, reader).name);
    }
    return settle(state, decide(state.datasets.get(issued.tenant, command.dataset), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const ingest_token::CreateIngestToken& command) {
    ingest_token::Surroundings around;
    around.tenant_exists = state.tenants.get(issued.tenant, issued.tenant).exists;
    for (const auto datastream : command.datastreams) {
        if (!state.datastreams.get(issued.tenant, datastream).exists) around.missing_datastreams.push_back(datastream);
    }
    return settle(state, decide(state.ingest_tokens.get(issued.tenant, command.token), around, command, issued));
}

/// What a change does to the typed datasets of a datastream.
struct TypedChange {
    TypedChange(const datastream::DatastreamState& datastream, const datastream::UpdateDatastream& command)
        : stays(datastream.typed) {
        if (!command.direct_write) return;
        for (const datastream::Form form : command.direct_write->off) {
            const auto found = stays.find(form);
            if (found == stays.end()) continue;
            gone.insert(found->second);
            stays.erase(found);
        }
        for (const datastream::TypedDataset& each : command.direct_write->on) {
            if (!stays.contains(each.form)) made.push_back(each);
        }
    }

    datastream::TypedDatasets stays;
    std::set<base::DatasetId> gone;
    std::vector<datastream::TypedDataset> made;
};

/// Whether typed datasets may have the names that another name of their datastream gives them.
Decision<void> may_rename(const ControlState& state, const datastream::DatastreamState& datastream,
                          const datastream::TypedDatasets& typed, const std::string& name) {
    for (const auto& [form, dataset] : typed) {
        const std::string wanted = datastream::dataset_name(name, form);
        if (wanted == state.datasets.get(datastream.tenant, dataset).name) continue;
        if (!dataset::is_dataset_name(wanted)) return Refusal(base::ErrorCode::kInvalidArgument, "malformed dataset name: " + wanted);
        if (!state.datasets.has_name(datastream.tenant, unique_name(datastream.workspace, wanted))) continue;
        return Refusal(base::ErrorCode::kConflict, "dataset name is taken: " + wanted);
    }
    return {};
}

void rename(ControlState& state, const Issued& issued, base::DatasetId dataset, const std::string& name) {
    apply(state, dataset::DatasetUpdated{issued.tenant, dataset, name, std::nullopt, std::nullopt, std::nullopt, issued.time,
                                         issued.actor});
}

Outcome run(ControlState& state, const Issued& issued, const datastream::UpdateDatastream& command) {
    const datastream::DatastreamState datastream = state.datastreams.get(issued.tenant, command.datastream);
    datastream::Surroundings around;
    const bool renames = datastream.exists && command.name && *command.name != datastream.name;
    if (renames) {
        const std::string name = unique_name(datastream.workspace, *command.name);
        around.name_taken = state.datastreams.has_name(issued.tenant, name);
        around.dataset_name_taken = state.datasets.has_name(issued.tenant, name);
    }
    TypedChange change(datastream, command);
    if (datastream.exists) around.readers = readers_of(state, issued.tenant, change.gone);
    const auto decision = decide(datastream, around, command, issued);
    if (!decision) return Outcome(decision.error());
    const std::string& name = renames ? *command.name : datastream.name;
    if (auto may = may_rename(state, datastream, change.stays, name); !may) return Outcome(may.error());
    if (auto may = may_make(state, issued, datastream.workspace, name, change.made); !may) return Outcome(may.error());
    for (const base::DatasetId dataset : change.gone) apply(state, dataset::DatasetDeleted{issued.tenant, dataset});
    if (renames) {
        rename(state, issued, datastream.dataset, name);
        for (const auto& [form, dataset] : change.stays) rename(state, issued, dataset, datastream::dataset_name(name, form));
    }
    make(state, issued, datastream, name, change.made);
    return settle(state, decision);
}

Outcome run(ControlState& state, const Issued& issued, const datastream::DeleteDatastream& command) {
    const datastream::DatastreamState datastream = state.datastreams.get(issued.tenant, command.datastream);
    datastream::Surroundings around;
    std::set<base::DatasetId> gone;
    if (datastream.exists) {
        gone.insert(datastream.dataset);
        for (const auto& [form, dataset] : datastream.typed) gone.insert(dataset);
        around.readers = readers_of(state, issued.tenant, gone);
    }
    const auto decision = decide(datastream, around, command, issued);
    if (!decision) return Outcome(decision.error());
    for (const base::DatasetId dataset : gone) apply(state, dataset::DatasetDeleted{issued.tenant, dataset});
    return settle(state, decision);
}

Outcome run(ControlState& state, const Issued& issued, const ingest_token::UpdateIngestToken& command) {
    const ingest_token::IngestTokenState token = state.ingest_tokens.get(issued.tenant, command.token);
    ingest_token::Surroundings around;
    for (const auto datastream : command.datastreams.value_or(std::vector<base::DatastreamId>())) {
        if (!state.datastreams.get(issued.tenant, datastream).exists) around.missing_datastreams.push_back(datastream);
    }
    return settle(state, decide(token, around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const ingest_token::DeleteIngestToken& command) {
    return settle(state, decide(state.ingest_tokens.get(issued.tenant, command.token), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const ingest_token::DisableIngestToken& command) {
    return settle(state, decide(state.ingest_tokens.get(issued.tenant, command.token), command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const reference_table::CreateReferenceTable& command) {
    const std::string name = unique_name(command.workspace, reference_table::dataset_name(command.label));
    reference_table::Surroundings around;
    around.label_taken = state.reference_tables.has_name(issued.tenant, command.label);
    around.dataset = state.datasets.get(issued.tenant, command.dataset);
    around.of_dataset.workspace_exists = state.workspaces.get(issued.tenant, command.workspace).exists;
    around.of_dataset.name_taken = state.datasets.has_name(issued.tenant, name);
    return settle(state, decide(state.reference_tables.get(issued.tenant, command.table), around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const reference_table::UpdateReferenceTable& command) {
    const reference_table::ReferenceTableState table = state.reference_tables.get(issued.tenant, command.table);
    reference_table::Surroundings around;
    around.dataset = state.datasets.get(issued.tenant, table.dataset);
    if (command.label) {
        const std::string name = unique_name(table.workspace, reference_table::dataset_name(*command.label));
        around.label_taken = state.reference_tables.has_name(issued.tenant, *command.label);
        around.of_dataset.name_taken = state.datasets.has_name(issued.tenant, name);
    }
    if (command.replacement) {
        around.of_dataset.dependents =
            versions_of(state, issued.tenant, graph_of(state, issued.tenant).dependents(table.dataset));
    }
    return settle(state, decide(table, around, command, issued));
}

Outcome run(ControlState& state, const Issued& issued, const reference_table::DeleteReferenceTable& command) {
    const reference_table::ReferenceTableState table = state.reference_tables.get(issued.tenant, command.table);
    reference_table::Surroundings around;
    for (const base::DatasetId reader : graph_of(state, issued.tenant).readers(table.dataset)) {
        around.of_dataset.readers.push_back(state.datasets.get(issued.tenant, reader).name);
    }
    return settle(state, decide(table, around, command, issued));
}

}  // namespace

Outcome execute(ControlState& state, const CommandEnvelope& envelope) {
    const Issued issued{envelope.tenant, envelope.time, envelope.actor};
    return std::visit([&](const auto& command) {
        const Outcome checked = check_version(stamp_of(state, issued.tenant, command), envelope);
        return checked.accepted ? run(state, issued, command) : checked;
    }, envelope.command);
}

}  // namespace domain::admin
