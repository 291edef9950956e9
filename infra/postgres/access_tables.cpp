#include "infra/postgres/access_tables.hpp"

#include "infra/postgres/access_row.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/row_lookup.hpp"

namespace infra::postgres {
namespace {

namespace admin = domain::admin;
namespace identity = domain::identity;
using domain::base::TenantId;

constexpr std::array kGroupColumns{ColumnSpec{"tenant", "text"},      ColumnSpec{"id", "bigint"},
                                   ColumnSpec{"name", "text"},        ColumnSpec{"description", "text"},
                                   ColumnSpec{"created_at", "bigint"}, ColumnSpec{"created_by", "text"},
                                   ColumnSpec{"updated_at", "bigint"}, ColumnSpec{"updated_by", "text"},
                                   ColumnSpec{"version", "bigint"}};
constexpr std::array kMemberColumns{ColumnSpec{"tenant", "text"},      ColumnSpec{"group_id", "bigint"},
                                    ColumnSpec{"member_kind", "text"}, ColumnSpec{"member_id", "bigint"},
                                    ColumnSpec{"added_at", "bigint"},  ColumnSpec{"added_by", "text"}};
constexpr std::array kGrantColumns{ColumnSpec{"tenant", "text"},       ColumnSpec{"id", "bigint"},
                                   ColumnSpec{"gives", "text"},        ColumnSpec{"subject_kind", "text"},
                                   ColumnSpec{"subject_id", "bigint"}, ColumnSpec{"target", "text"},
                                   ColumnSpec{"object_id", "bigint"},  ColumnSpec{"role", "text"},
                                   ColumnSpec{"created_at", "bigint"}, ColumnSpec{"created_by", "text"},
                                   ColumnSpec{"version", "bigint"}};
constexpr std::array kAccessColumns{ColumnSpec{"tenant", "text"},    ColumnSpec{"version", "bigint"},
                                    ColumnSpec{"groups", "bigint"},  ColumnSpec{"members", "bigint"},
                                    ColumnSpec{"grants", "bigint"}};

void load_groups(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::group::GroupState group;
        group.exists = true;
        group.tenant = TenantId(text(row[0]));
        group.id = identity::GroupId(number(row[1]));
        group.name = text(row[2]);
        group.description = text(row[3]);
        group.stamp = stamp_of(row, 4);
        state.groups.load(group.id, group);
    }
}

void load_members(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::group::MemberState member;
        member.exists = true;
        member.tenant = TenantId(text(row[0]));
        member.membership = {identity::GroupId(number(row[1])), subject_of(row[2], row[3])};
        member.added_at = time_of(row[4]);
        member.added_by = text(row[5]);
        state.members.load(member.membership, member);
    }
}

void load_grants(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::grant::GrantState grant;
        grant.exists = true;
        grant.tenant = TenantId(text(row[0]));
        grant.id = identity::GrantId(number(row[1]));
        grant.gives = {subject_of(row[3], row[4]), target_of(row[5], row[6]), role_of(row[7])};
        grant.stamp = admin::Stamp(time_of(row[8]), text(row[9]));
        grant.stamp.version = number(row[10]);
        state.grants.load(grant.id, grant);
    }
}

void load_states(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        const TenantId tenant(text(row[0]));
        state.access.load(tenant, {true, tenant, number(row[1]), number(row[2]), number(row[3]), number(row[4])});
    }
}

/// The rows of whole tenants.
pqxx::result of_tenants(pqxx::transaction_base& transaction, const std::string& columns, const std::string& table,
                        const std::set<TenantId>& tenants, const std::string& condition = "true") {
    SqlArray array;
    for (const TenantId& tenant : tenants) array.add(tenant.value());
    return transaction.exec_params("select " + columns + " from " + table + " r where r.tenant = any ($1::text[]) and " + condition,
                                   array.text());
}

struct MemberArrays {
    SqlArray tenants, groups, kinds, ids;
};

template <class Keys>
MemberArrays member_arrays(const Keys& keys) {
    MemberArrays arrays;
    for (const auto& [tenant, membership] : keys) {
        arrays.tenants.add(tenant.value());
        arrays.groups.add(membership.group.value());
        arrays.kinds.add(column_of(membership.member.kind));
        arrays.ids.add(membership.member.id);
    }
    return arrays;
}

void load_named_members(pqxx::transaction_base& transaction, const admin::ControlKeys& keys, admin::ControlState& state) {
    const MemberArrays arrays = member_arrays(keys.members);
    const auto rows = transaction.exec_params(
        "select " + list(kMemberColumns) + " from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) as k (t, g, m, i), "
        "lateral (select * from group_members where tenant = k.t and group_id = k.g and member_kind = k.m and member_id = k.i "
        "offset 0) r", arrays.tenants.text(), arrays.groups.text(), arrays.kinds.text(), arrays.ids.text());
    load_members(rows, state);
}

// The rows of all that changed are removed, then those that exist are written: so names can move from one to another.

void save_groups(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.groups.changed().empty()) return;
    remove_rows(transaction, "groups", "bigint", state.groups.replaced());
    RowWriter groups("groups", "tenant, id", kGroupColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.groups.changed()) {
        const auto& s = state.groups.get(tenant, id);
        if (!s.exists) continue;
        groups.add(s.tenant, s.id, s.name, s.description, s.stamp.created_at, s.stamp.created_by, s.stamp.updated_at,
                   s.stamp.updated_by, s.stamp.version);
    }
    groups.write(transaction);
}

void save_members(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.members.changed().empty()) return;
    const MemberArrays changed = member_arrays(state.members.replaced());
    transaction.exec_params("delete from group_members r using unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) as k "
                            "(t, g, m, i) where r.tenant = k.t and r.group_id = k.g and r.member_kind = k.m and "
                            "r.member_id = k.i", changed.tenants.text(), changed.groups.text(), changed.kinds.text(),
                            changed.ids.text());
    RowWriter members("group_members", "tenant, group_id, member_kind, member_id", kMemberColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.members.changed()) {
        const auto& s = state.members.get(tenant, id);
        if (!s.exists) continue;
        members.add(s.tenant, s.membership.group, column_of(s.membership.member.kind), s.membership.member.id, s.added_at,
                    s.added_by);
    }
    members.write(transaction);
}

void save_grants(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.grants.changed().empty()) return;
    remove_rows(transaction, "grants", "bigint", state.grants.replaced());
    RowWriter grants("grants", "tenant, id", kGrantColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.grants.changed()) {
        const auto& s = state.grants.get(tenant, id);
        if (!s.exists) continue;
        grants.add(s.tenant, s.id, admin::grant::text_of(s.gives), column_of(s.gives.subject.kind), s.gives.subject.id,
                   column_of(s.gives.target), s.gives.target.object, name(s.gives.role), s.stamp.created_at,
                   s.stamp.created_by, s.stamp.version);
    }
    grants.write(transaction);
}

}  // namespace

void load_access_state(pqxx::transaction_base& transaction, const admin::ControlKeys& keys, admin::ControlState& state) {
    const std::string groups = list(kGroupColumns), members = list(kMemberColumns), grants = list(kGrantColumns);
    if (!keys.access.empty()) {
        load_states(of_tenants(transaction, list(kAccessColumns), "access_states", keys.access), state);
    }
    if (!keys.groups.empty()) load_groups(by_id(transaction, groups, "groups", "bigint", keys.groups), state);
    if (!keys.group_names.empty()) load_groups(by_id(transaction, groups, "groups", "text", keys.group_names, "name"), state);
    if (!keys.members.empty()) load_named_members(transaction, keys, state);
    if (!keys.nested_groups.empty()) {
        load_members(of_tenants(transaction, members, "group_members", keys.nested_groups, "r.member_kind = 'group'"), state);
    }
    if (!keys.grants.empty()) load_grants(by_id(transaction, grants, "grants", "bigint", keys.grants), state);
    if (!keys.grant_texts.empty()) load_grants(by_id(transaction, grants, "grants", "text", keys.grant_texts, "gives"), state);
    if (keys.all_access.empty()) return;
    load_groups(of_tenants(transaction, groups, "groups", keys.all_access), state);
    load_members(of_tenants(transaction, members, "group_members", keys.all_access), state);
    load_grants(of_tenants(transaction, grants, "grants", keys.all_access), state);
}

void save_access_state(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    save_groups(transaction, state);
    save_members(transaction, state);
    save_grants(transaction, state);
    RowWriter states("access_states", "tenant", kAccessColumns, OnDuplicate::kReplace);
    for (const auto& [tenant, id] : state.access.changed()) {
        const auto& s = state.access.get(tenant, id);
        states.add(s.tenant, s.version, s.groups, s.members, s.grants);
    }
    states.write(transaction);
}

}  // namespace infra::postgres
