#pragma once

#include <vector>

#include "gateway/admin/api_tokens.hpp"
#include "gateway/admin/access_routes.hpp"
#include "gateway/admin/datasets.hpp"
#include "gateway/admin/datastreams.hpp"
#include "gateway/admin/drop_filters.hpp"
#include "gateway/admin/delegated_login.hpp"
#include "gateway/admin/ingest_tokens.hpp"
#include "gateway/admin/login.hpp"
#include "gateway/admin/reference_tables.hpp"
#include "gateway/admin/web_session.hpp"
#include "gateway/collect/endpoints/collect_endpoints.hpp"
#include "gateway/health/health_endpoint.hpp"
#include "gateway/http/router.hpp"
#include "gateway/meta/meta_endpoint.hpp"
#include "gateway/query/query_endpoint.hpp"
#include "gateway/query/tail_endpoint.hpp"

namespace gateway {

/// The whole API in one table: no endpoint without its permission, deadline and bound. The endpoints must outlive it.
std::vector<http::Route> make_routes(health::HealthEndpoint& health, admin::Login& login, admin::Datasets& datasets,
                                     admin::DelegatedLogin& delegated, admin::WebSession& session, admin::ApiTokens& tokens,
                                     query::QueryEndpoint& query, collect::endpoints::CollectEndpoints& collect,
                                     admin::Datastreams& datastreams, admin::IngestTokens& ingest_tokens,
                                     admin::ReferenceTables& tables, admin::AccessEndpoints& access, meta::MetaEndpoint& meta,
                                     query::TailEndpoint& tail, admin::DropFilters& filters);

}  // namespace gateway
