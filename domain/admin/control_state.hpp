#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "domain/admin/access_state.hpp"
#include "domain/admin/command.hpp"
#include "domain/admin/dataset/dataset.hpp"

namespace domain::admin {

/// What names a thing of a tenant besides its id; no two things of one kind share it. Empty: nothing does.
inline std::string unique_name(const tenant::TenantState&) { return {}; }
inline std::string unique_name(const tenant::WorkspaceState& state) { return state.name; }
inline std::string unique_name(const user::UserState& state) { return user::email_key(state.email); }
inline std::string unique_name(const user::ApiTokenState&) { return {}; }
inline std::string unique_name(const group::GroupState& state) { return state.name; }
inline std::string unique_name(const group::MemberState&) { return {}; }
inline std::string unique_name(const grant::GrantState& state) { return grant::text_of(state.gives); }
inline std::string unique_name(const AccessState&) { return {}; }
inline std::string unique_name(base::ObjectId workspace, const std::string& name) {
    return std::to_string(workspace.value()) + '/' + name;
}
inline std::string unique_name(const folder::FolderState& state) { return unique_name(state.workspace, state.name); }
inline std::string unique_name(const folder::PlacementState&) { return {}; }
inline std::string unique_name(const drop_filter::DropFilterState&) { return {}; }
inline std::string unique_name(const dataset::DatasetState& state) { return unique_name(state.workspace, state.name); }
inline std::string unique_name(const datastream::DatastreamState& state) { return unique_name(state.workspace, state.name); }
inline std::string unique_name(const ingest_token::IngestTokenState&) { return {}; }
inline std::string unique_name(const reference_table::ReferenceTableState& state) { return state.label; }

/// The states of one kind that a batch of commands touches, by tenant and id. What was not loaded does not exist.
template <class State, class Id>
class StateTable {
public:
    using Key = std::pair<base::TenantId, Id>;

    /// The state, or an empty one that does not exist.
    const State& get(const base::TenantId& tenant, const Id& id) const {
        static const State kAbsent;
        const auto found = states_.find(Key(tenant, id));
        return found == states_.end() ? kAbsent : found->second;
    }
    bool has_name(const base::TenantId& tenant, const std::string& name) const {
        return names_.contains(std::pair(tenant, name));
    }

    /// All states of the tenant that exist, in order of their ids.
    std::vector<const State*> all(const base::TenantId& tenant) const {
        std::vector<const State*> found;
        for (const auto& [key, state] : states_) {
            if (key.first == tenant && state.exists) found.push_back(&state);
        }
        return found;
    }

    /// A state as the store has it.
    void load(const Id& id, State state) {
        stored_.emplace(state.tenant, id);
        keep(id, std::move(state));
    }
    /// A state that an event has made; to be stored, or removed from the store when it does not exist any more.
    void put(const Id& id, State state) {
        changed_.emplace(state.tenant, id);
        keep(id, std::move(state));
    }

    /// The keys of all states that were put, in order.
    const std::set<Key>& changed() const { return changed_; }
    /// Those of them that the store has another state of.
    std::set<Key> replaced() const {
        std::set<Key> both;
        std::set_intersection(changed_.begin(), changed_.end(), stored_.begin(), stored_.end(), std::inserter(both, both.end()));
        return both;
    }

private:
    void keep(const Id& id, State state) {
        const Key key(state.tenant, id);
        if (const auto found = states_.find(key); found != states_.end() && found->second.exists) {
            names_.erase(std::pair(state.tenant, unique_name(found->second)));
        }
        auto name = unique_name(state);
        if (state.exists && !name.empty()) names_.emplace(state.tenant, std::move(name));
        states_.insert_or_assign(key, std::move(state));
    }

    std::map<Key, State> states_;
    std::set<std::pair<base::TenantId, std::string>> names_;
    std::set<Key> changed_;
    std::set<Key> stored_;
};

/// The part of the control projections that a batch of commands reads and changes. Not thread-safe.
struct ControlState {
    StateTable<tenant::TenantState, base::TenantId> tenants;
    StateTable<tenant::WorkspaceState, base::ObjectId> workspaces;
    StateTable<user::UserState, base::UserId> users;
    StateTable<user::ApiTokenState, base::ApiTokenId> api_tokens;
    StateTable<dataset::DatasetState, base::DatasetId> datasets;
    StateTable<datastream::DatastreamState, base::DatastreamId> datastreams;
    StateTable<ingest_token::IngestTokenState, base::IngestTokenId> ingest_tokens;
    StateTable<reference_table::ReferenceTableState, base::ObjectId> reference_tables;
    StateTable<group::GroupState, identity::GroupId> groups;
    StateTable<group::MemberState, identity::Membership> members;
    StateTable<grant::GrantState, identity::GrantId> grants;
    StateTable<AccessState, base::TenantId> access;
    StateTable<folder::FolderState, base::ObjectId> folders;
    StateTable<folder::PlacementState, base::ObjectId> placements;
    StateTable<drop_filter::DropFilterState, base::ObjectId> drop_filters;
};

/// The keys of everything that a batch of commands may read: what the store must load before the batch is decided.
struct ControlKeys {
    template <class Id>
    using Keys = std::set<std::pair<base::TenantId, Id>>;
    /// Tenant, workspace, name.
    using Names = std::set<std::tuple<base::TenantId, base::ObjectId, std::string>>;

    std::set<base::TenantId> tenants;
    Keys<base::ObjectId> workspaces;
    Keys<base::UserId> users;
    Keys<std::string> user_emails;  ///< as user::email_key
    Keys<base::ApiTokenId> api_tokens;
    Keys<base::DatasetId> datasets;
    Names dataset_names;
    std::set<base::TenantId> all_datasets;  ///< of these tenants every dataset is read
    Keys<base::DatastreamId> datastreams;
    Names datastream_names;
    std::set<base::TenantId> all_datastreams;  ///< of these tenants every datastream is read
    Keys<base::IngestTokenId> ingest_tokens;
    Keys<base::ObjectId> reference_tables;
    Keys<std::string> reference_table_labels;
    std::set<base::TenantId> administrators;  ///< of these tenants every administrator is read
    Keys<base::UserId> tokens_of_users;       ///< all API tokens of these users
    std::set<base::TenantId> access;
    Keys<identity::GroupId> groups;
    Keys<std::string> group_names;
    Keys<identity::Membership> members;
    std::set<base::TenantId> nested_groups;  ///< of these tenants every membership of a group is read
    Keys<identity::GrantId> grants;
    Keys<std::string> grant_texts;       ///< as grant::text_of
    std::set<base::TenantId> all_access;  ///< of these tenants every group, membership and grant is read
    Keys<base::ObjectId> folders;
    std::set<base::TenantId> all_folders;  ///< of these tenants every folder is read
    Keys<base::ObjectId> placements;       ///< of these objects
    Keys<base::ObjectId> contents;         ///< the placements of all objects in these folders
    std::set<base::TenantId> drop_filters;  ///< of these tenants every drop filter is read

    /// Adds what one command reads.
    void add(const CommandEnvelope& envelope);
};

/// Decides one command against the state and lets the events happen to it. Pure: equal states and commands give equal
/// outcomes and states.
Outcome execute(ControlState& state, const CommandEnvelope& envelope);

}  // namespace domain::admin
