#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/admin/stamp.hpp"
#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/identity/access_rules.hpp"

namespace domain::admin {

struct GroupView {
    identity::GroupId id;
    std::string name;
    std::string description;
    std::int64_t members = 0;  ///< users and groups in it, not those of nested groups
    Stamp stamp;
};

struct MemberView {
    identity::Subject member;
    std::string label;  ///< of the user, or name of the group
    base::Timestamp added_at{};
    std::string added_by;
};

struct GrantView {
    identity::GrantId id;
    identity::AccessGrant gives;
    Stamp stamp;
};

struct FolderView {
    base::ObjectId id;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    std::int64_t objects = 0;  ///< that are in it
    Stamp stamp;
};

/// What is in a folder.
struct PlacedView {
    base::ObjectId object;
    identity::ObjectKind kind = identity::ObjectKind::kDataset;  ///< or kDatastream, kReferenceTable
    base::ObjectId workspace;
    base::ObjectId folder;
    std::string name;
};

/// What the control projections say about groups, grants and folders. Thread-safe. Every call fails with kUnavailable when the store
/// cannot be reached.
class AccessReader {
public:
    virtual ~AccessReader() = default;

    /// In order of their names.
    virtual base::Task<base::Result<std::vector<GroupView>>> groups(base::TenantId tenant) = 0;
    /// The groups that a user is in, directly or through others.
    virtual base::Task<base::Result<std::vector<identity::GroupId>>> groups_of(base::TenantId tenant, base::UserId user) = 0;
    /// Those who are in the group directly: users first.
    virtual base::Task<base::Result<std::vector<MemberView>>> members(base::TenantId tenant, identity::GroupId group) = 0;
    /// The oldest first.
    virtual base::Task<base::Result<std::vector<GrantView>>> grants(base::TenantId tenant) = 0;
    /// In order of workspace, name.
    virtual base::Task<base::Result<std::vector<FolderView>>> folders(base::TenantId tenant) = 0;
    /// Everything that is in a folder, in order of folder, name.
    virtual base::Task<base::Result<std::vector<PlacedView>>> placed(base::TenantId tenant) = 0;
    /// Derived datasets, datastreams and reference tables: the object with this id, wherever it is.
    virtual base::Task<base::Result<std::optional<PlacedView>>> placeable(base::TenantId tenant, base::ObjectId object) = 0;
    /// Whether some object that can be granted has this id.
    virtual base::Task<base::Result<bool>> object_exists(base::TenantId tenant, std::int64_t object) = 0;
};

}  // namespace domain::admin
