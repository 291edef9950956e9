#pragma once

#include "domain/admin/ingest_reader.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// Reads the tables datastreams, drop_filters, ingest_tokens, ingest_token_datastreams and the counts, bound to the tenant.
class PostgresIngestReader final : public domain::admin::IngestReader {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    explicit PostgresIngestReader(ConnectionPool& pool) : pool_(pool) {}

    Answer<std::vector<domain::admin::DatastreamDetails>> datastream_states(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::ingest_token::IngestTokenState>> ingest_token_states(
        domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::DropFilterDetails>> drop_filters(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::IngestCount>> ingest_counts(domain::base::TenantId tenant,
                                                                  domain::base::Timestamp since) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
