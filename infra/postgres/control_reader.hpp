#pragma once

#include "domain/admin/control_reader.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// Reads the control projections. What belongs to a tenant is read in its scope; what finds the tenant (a token's id) in the
/// service's.
class PostgresControlReader final : public domain::admin::ControlReader {
public:
    template <class Value>
    using Answer = domain::base::Task<domain::base::Result<Value>>;

    explicit PostgresControlReader(ConnectionPool& pool) : pool_(pool) {}

    Answer<std::vector<domain::base::TenantId>> tenants() override;
    Answer<std::vector<domain::admin::WorkspaceView>> workspaces(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::DatastreamView>> datastreams(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::DatasetView>> datasets(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::ReferenceTableView>> reference_tables(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::UserView>> users(domain::base::TenantId tenant) override;
    Answer<std::optional<domain::admin::UserView>> user(domain::base::TenantId tenant, domain::base::UserId id) override;
    Answer<std::optional<domain::admin::UserView>> user_by_email(domain::base::TenantId tenant, std::string email) override;
    Answer<std::vector<domain::admin::ApiTokenView>> api_tokens(domain::base::TenantId tenant,
                                                                domain::base::UserId user) override;
    Answer<std::optional<domain::admin::ApiTokenView>> api_token(domain::base::TenantId tenant,
                                                                 domain::base::ApiTokenId id) override;
    Answer<std::optional<domain::admin::ApiTokenView>> api_token_by_secret(domain::base::TenantId tenant,
                                                                           std::string secret_sha256) override;
    Answer<std::vector<domain::admin::IngestTokenView>> ingest_tokens(domain::base::IngestTokenId id) override;
    Answer<std::vector<domain::admin::IngestTokenView>> ingest_tokens_of(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::IngestTokenView>> all_ingest_tokens() override;
    Answer<domain::identity::AccessRules> access_rules(domain::base::TenantId tenant) override;
    Answer<std::optional<domain::admin::Outcome>> outcome(domain::base::TenantId tenant,
                                                          domain::base::CommandId command) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
