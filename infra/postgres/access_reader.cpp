// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "infra/postgres/access_reader.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/access_row.hpp"
#include "infra/postgres/row_fields.hpp"

namespace infra::postgres {
namespace {

using domain::admin::FolderView;
using domain::admin::GrantView;
using domain::admin::GroupView;
using domain::admin::MemberView;
using domain::admin::PlacedView;
using domain::base::ObjectId;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;

GroupView group_of(const pqxx::row& row) {
    GroupView group;
    group.id = domain::identity::GroupId(number_of(row[0].c_str()));
    group.name = text(row[1]);
    group.description = text(row[2]);
    group.stamp = stamp_of(row, 3);
    group.members = number_of(row[8].c_str());
    return group;
}

FolderView folder_of(const pqxx::row& row) {
    FolderView folder;
    folder.id = ObjectId(number_of(row[0].c_str()));
    folder.workspace = ObjectId(number_of(row[1].c_str()));
    folder.name = text(row[2]);
    folder.description = text(row[3]);
    folder.stamp = stamp_of(row, 4);
    folder.objects = number_of(row[9].c_str());
    return folder;
}

PlacedView placed_of(const pqxx::row& row) {
    PlacedView placed;
    placed.object = ObjectId(number_of(row[0].c_str()));
    const auto kind = domain::identity::grantable_kind_from(text(row[1]));
    if (!kind) throw pqxx::failure("malformed kind of an object");
    placed.kind = *kind;
    placed.workspace = ObjectId(number_of(row[2].c_str()));
    placed.folder = ObjectId(number_of(row[3].c_str()));
    placed.name = text(row[4]);
    return placed;
}

MemberView member_of(const pqxx::row& row) {
    MemberView member;
    member.member = subject_of(row[0], row[1]);
    member.label = text(row[2]);
    member.added_at = time_of(row[3]);
    member.added_by = text(row[4]);
    return member;
}

GrantView grant_of(const pqxx::row& row) {
    GrantView grant;
    grant.id = domain::identity::GrantId(number_of(row[0].c_str()));
    grant.gives = {subject_of(row[1], row[2]), target_of(row[3], row[4]), role_of(row[5])};
    grant.stamp = domain::admin::Stamp(time_of(row[6]), text(row[7]));
    grant.stamp.version = number_of(row[8].c_str());
    return grant;
}

/// All rows of a statement about one tenant, each through `make`.
template <class Make, class... Parameters>
auto all(ConnectionPool& pool, TenantId tenant, const char* statement, Make make, Parameters... parameters)
    -> Task<Result<std::vector<std::invoke_result_t<Make&, const pqxx::row&>>>> {
    using Value = std::invoke_result_t<Make&, const pqxx::row&>;
    auto work = [tenant, statement, make, parameters...](pqxx::transaction_base& transaction) -> Result<std::vector<Value>> {
        std::vector<Value> values;
        for (const auto& row : transaction.exec_params(statement, tenant.value(), parameters...)) values.push_back(make(row));
        return values;
    };
    co_return co_await pool.transact(Scope::of(tenant), std::move(work));
}

constexpr const char* kGroups =
    "select g.id, g.name, g.description, g.created_at, g.created_by, g.updated_at, g.updated_by, g.version, "
    "(select count(*) from group_members m where m.tenant = g.tenant and m.group_id = g.id) from groups g "
    "where g.tenant = $1 order by g.name";

constexpr const char* kGroupsOf =
    "with recursive holding (id) as (select group_id from group_members where tenant = $1 and member_kind = 'user' and "
    "member_id = $2 union select m.group_id from group_members m join holding h on m.member_id = h.id where m.tenant = $1 and "
    "m.member_kind = 'group') select id from holding order by id";

constexpr const char* kMembers =
    "select m.member_kind, m.member_id, coalesce(u.label, g.name, ''), m.added_at, m.added_by from group_members m "
    "left join users u on m.member_kind = 'user' and u.tenant = m.tenant and u.id = m.member_id "
    "left join groups g on m.member_kind = 'group' and g.tenant = m.tenant and g.id = m.member_id "
    "where m.tenant = $1 and m.group_id = $2 order by m.member_kind desc, m.member_id";

constexpr const char* kGrants =
    "select id, subject_kind, subject_id, target, object_id, role, created_at, created_by, version from grants "
    "where tenant = $1 order by created_at, id";

/// Every table of objects that a grant can name.
constexpr const char* kObject =
    "select 1 where exists (select from datasets where tenant = $1 and id = $2) "
    "or exists (select from datastreams where tenant = $1 and id = $2) "
    "or exists (select from reference_tables where tenant = $1 and id = $2) "
    "or exists (select from workspaces where tenant = $1 and id = $2) "
    "or exists (select from folders where tenant = $1 and id = $2)";

constexpr const char* kFolders =
    "select f.id, f.workspace_id, f.name, f.description, f.created_at, f.created_by, f.updated_at, f.updated_by, f.version, "
    "(select count(*) from folder_objects o where o.tenant = f.tenant and o.folder_id = f.id) from folders f "
    "where f.tenant = $1 order by f.workspace_id, f.name";

/// What can be in a folder; the dataset of a datastream or reference table is where that is.
constexpr const char* kPlaceable =
    "select p.id, p.kind, p.workspace_id, coalesce(o.folder_id, 0), p.name from ("
    "select id, 'dataset' as kind, workspace_id, name from datasets where tenant = $1 and definition is not null "
    "union all select id, 'datastream', workspace_id, name from datastreams where tenant = $1 "
    "union all select id, 'referenceTable', workspace_id, label from reference_tables where tenant = $1) p "
    "left join folder_objects o on o.tenant = $1 and o.object_id = p.id where "
    "($2::bigint = 0 and o.folder_id is not null) or p.id = $2 order by o.folder_id, p.name";

}  // namespace

Task<Result<std::vector<GroupView>>> PostgresAccessReader::groups(TenantId tenant) {
    co_return co_await all(pool_, std::move(tenant), kGroups, &group_of);
}

Task<Result<std::vector<domain::identity::GroupId>>> PostgresAccessReader::groups_of(TenantId tenant, domain::base::UserId user) {
    auto make = [](const pqxx::row& row) { return domain::identity::GroupId(number_of(row[0].c_str())); };
    co_return co_await all(pool_, std::move(tenant), kGroupsOf, make, user.value());
}

Task<Result<std::vector<MemberView>>> PostgresAccessReader::members(TenantId tenant, domain::identity::GroupId group) {
    co_return co_await all(pool_, std::move(tenant), kMembers, &member_of, group.value());
}

Task<Result<std::vector<GrantView>>> PostgresAccessReader::grants(TenantId tenant) {
    co_return co_await all(pool_, std::move(tenant), kGrants, &grant_of);
}

Task<Result<std::vector<FolderView>>> PostgresAccessReader::folders(TenantId tenant) {
    co_return co_await all(pool_, std::move(tenant), kFolders, &folder_of);
}

Task<Result<std::vector<PlacedView>>> PostgresAccessReader::placed(TenantId tenant) {
    const std::int64_t every = 0;
    co_return co_await all(pool_, std::move(tenant), kPlaceable, &placed_of, every);
}

Task<Result<std::optional<PlacedView>>> PostgresAccessReader::placeable(TenantId tenant, ObjectId object) {
    auto found = co_await all(pool_, std::move(tenant), kPlaceable, &placed_of, object.value());
    if (!found) co_return found.error();
    co_return found->empty() ? std::optional<PlacedView>() : std::move(found->front());
}

Task<Result<bool>> PostgresAccessReader::object_exists(TenantId tenant, std::int64_t object) {
    auto make = [](const pqxx::row&) { return true; };
    const auto found = co_await all(pool_, std::move(tenant), kObject, make, object);
    if (!found) co_return found.error();
    co_return !found->empty();
}

}  // namespace infra::postgres
