#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/admin/datastream/direct_write.hpp"
#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"
#include "domain/admin/user/user.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/dataset.hpp"
#include "domain/identity/access_rules.hpp"
#include "domain/identity/rate_limit.hpp"

namespace domain::admin {

struct WorkspaceView {
    base::ObjectId id;
    std::string name;
};

struct DatastreamView {
    base::DatastreamId id;
    std::string name;
    base::DatasetId dataset;
    bool disabled = false;
    identity::RateLimit rate = {};
    datastream::TypedDatasets typed = {};
};

/// A dataset with what is told about it.
struct DatasetView {
    catalog::Dataset dataset;
    base::ObjectId workspace;
    std::optional<base::ObjectId> folder;  ///< its own, or that of its datastream or reference table
    std::string description;
    std::optional<base::DatastreamId> source;  ///< the datastream that fills it
    Stamp stamp;  ///< made by nobody when it came with its datastream
};

/// A reference table with what its dataset says about it.
struct ReferenceTableView {
    base::ObjectId id;
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::optional<base::ObjectId> folder;
    std::string label;
    std::string description;
    std::string checksum;
    std::int64_t bytes = 0;
    std::int64_t rows = 0;
    bool has_header = false;
    catalog::Schema schema;
    std::int64_t dataset_version = 0;
    Stamp stamp;
};

struct UserView {
    base::UserId id;
    std::string email;
    std::string label;
    std::string password_hash;
    bool administrator = false;
    bool disabled = false;
    user::UserKind kind = user::UserKind::kPerson;
    std::string description;
    Stamp stamp;
};

/// An API token with what decides whether it is good.
struct ApiTokenView {
    base::ApiTokenId id;
    base::UserId user;
    std::string kind;
    std::string name;
    std::string description;
    std::string secret_sha256;
    Stamp stamp;
    base::Timestamp expires_at{};
    std::optional<base::Timestamp> last_used_at;  ///< to the minute
    bool renewable = true;
    bool disabled = false;
    bool user_disabled = false;
    bool administrator = false;  ///< its user is one
    std::int64_t access_version = 0;  ///< of the tenant's access rules when the token was read
};

/// An ingest token with the datastreams that it may write to, in the order of preference.
struct IngestTokenView {
    base::TenantId tenant;
    base::IngestTokenId id;
    std::string name;
    std::string secret_sha256;
    bool disabled = false;
    /// The token names its datastreams; otherwise `datastreams` are all of the tenant, the default one first.
    bool bound = true;
    identity::RateLimit rate = {};         ///< of the token
    identity::RateLimit tenant_rate = {};  ///< of its tenant
    std::vector<DatastreamView> datastreams;
};

/// What the control projections say. Thread-safe. Every call fails with kUnavailable when the store cannot be reached.
class ControlReader {
public:
    virtual ~ControlReader() = default;

    virtual base::Task<base::Result<std::vector<base::TenantId>>> tenants() = 0;
    virtual base::Task<base::Result<std::vector<WorkspaceView>>> workspaces(base::TenantId tenant) = 0;
    virtual base::Task<base::Result<std::vector<DatastreamView>>> datastreams(base::TenantId tenant) = 0;
    /// All datasets of a tenant from one snapshot, in order of workspace, name.
    virtual base::Task<base::Result<std::vector<DatasetView>>> datasets(base::TenantId tenant) = 0;
    /// All reference tables of a tenant from one snapshot, in order of their labels.
    virtual base::Task<base::Result<std::vector<ReferenceTableView>>> reference_tables(base::TenantId tenant) = 0;
    virtual base::Task<base::Result<std::vector<UserView>>> users(base::TenantId tenant) = 0;
    virtual base::Task<base::Result<std::optional<UserView>>> user(base::TenantId tenant, base::UserId id) = 0;
    /// `email` in any case.
    virtual base::Task<base::Result<std::optional<UserView>>> user_by_email(base::TenantId tenant, std::string email) = 0;
    virtual base::Task<base::Result<std::vector<ApiTokenView>>> api_tokens(base::TenantId tenant, base::UserId user) = 0;
    virtual base::Task<base::Result<std::optional<ApiTokenView>>> api_token(base::TenantId tenant, base::ApiTokenId id) = 0;
    virtual base::Task<base::Result<std::optional<ApiTokenView>>> api_token_by_secret(base::TenantId tenant,
                                                                                      std::string secret_sha256) = 0;
    /// All tokens with this id: chosen ids may repeat in another tenant.
    virtual base::Task<base::Result<std::vector<IngestTokenView>>> ingest_tokens(base::IngestTokenId id) = 0;
    virtual base::Task<base::Result<std::vector<IngestTokenView>>> ingest_tokens_of(base::TenantId tenant) = 0;
    virtual base::Task<base::Result<std::vector<IngestTokenView>>> all_ingest_tokens() = 0;
    /// Memberships and grants, at least as new as the version that comes with them.
    virtual base::Task<base::Result<identity::AccessRules>> access_rules(base::TenantId tenant) = 0;
    virtual base::Task<base::Result<std::optional<Outcome>>> outcome(base::TenantId tenant, base::CommandId command) = 0;
};

}  // namespace domain::admin
