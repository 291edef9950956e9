#include "gateway/routes.hpp"

#include <functional>

#include "domain/admin/upload.hpp"
#include "domain/base/limits.hpp"
#include "gateway/console/console.hpp"
#include "gateway/openapi/document.hpp"
#include "gateway/query/reference_endpoint.hpp"

namespace gateway {
namespace {

using domain::identity::Permission;
using http::Hosts;
using http::Method;
using namespace std::chrono_literals;
namespace limits = domain::base::limits;

constexpr std::size_t kNoBody = 0;

/// A member function of an endpoint as a handler.
template <class Endpoint>
http::Handler to(Endpoint& endpoint,
                 domain::base::Task<domain::base::Result<http::Response>> (Endpoint::*member)(http::RequestContext&)) {
    return [&endpoint, member](http::RequestContext& context) { return (endpoint.*member)(context); };
}

}  // namespace

std::vector<http::Route> make_routes(health::HealthEndpoint& health, admin::Login& login, admin::Datasets& datasets,
                                     admin::DelegatedLogin& delegated, admin::WebSession& session, admin::ApiTokens& tokens,
                                     query::QueryEndpoint& query, collect::endpoints::CollectEndpoints& collect,
                                     admin::Datastreams& datastreams, admin::IngestTokens& ingest_tokens,
                                     admin::ReferenceTables& tables, admin::AccessEndpoints& access, meta::MetaEndpoint& meta,
                                     query::TailEndpoint& tail, admin::DropFilters& filters) {
    // clang-format off
    std::vector<http::Route> routes = {
        {Method::kGet,  "/v1/health",            Permission::kPublic, 5s,   limits::kMiB, to(health, &health::HealthEndpoint::health), Hosts::kAny},
        {Method::kGet,  "/metrics",              Permission::kPublic, 5s,   kNoBody, to(health, &health::HealthEndpoint::metrics), Hosts::kAny},
        {Method::kPost, "/v1/login",             Permission::kPublic, 30s,  limits::admin_body_bytes_max, to(login, &admin::Login::handle)},
        {Method::kPost, "/v1/login/delegated",               Permission::kPublic, 30s, limits::admin_body_bytes_max, to(delegated, &admin::DelegatedLogin::request)},
        {Method::kGet,  "/v1/login/delegated/{serverToken}", Permission::kPublic, 30s, kNoBody, to(delegated, &admin::DelegatedLogin::poll)},
        {Method::kGet,  "/v1/login/delegated",               Permission::kMember, 30s, kNoBody, to(delegated, &admin::DelegatedLogin::list)},
        {Method::kPost, "/v1/login/delegated/{id}/accept",   Permission::kMember, 30s, limits::admin_body_bytes_max, to(delegated, &admin::DelegatedLogin::accept)},
        {Method::kPost, "/v1/login/delegated/{id}/deny",     Permission::kMember, 30s, limits::admin_body_bytes_max, to(delegated, &admin::DelegatedLogin::deny)},
        {Method::kPost,   "/v1/session",         Permission::kPublic, 30s, limits::admin_body_bytes_max, to(session, &admin::WebSession::begin)},
        {Method::kGet,    "/v1/session",         Permission::kMember, 30s, kNoBody, to(session, &admin::WebSession::show)},
        {Method::kDelete, "/v1/session",         Permission::kPublic, 30s, kNoBody, to(session, &admin::WebSession::end)},
        {Method::kGet,    "/v1/authtokens",      Permission::kMember, 30s, kNoBody, to(tokens, &admin::ApiTokens::list)},
        {Method::kPost,   "/v1/authtokens",      Permission::kMember, 30s, limits::admin_body_bytes_max, to(tokens, &admin::ApiTokens::create)},
        {Method::kGet,    "/v1/authtokens/{id}", Permission::kMember, 30s, kNoBody, to(tokens, &admin::ApiTokens::show)},
        {Method::kPatch,  "/v1/authtokens/{id}", Permission::kMember, 30s, limits::admin_body_bytes_max, to(tokens, &admin::ApiTokens::update)},
        {Method::kDelete, "/v1/authtokens/{id}", Permission::kMember, 30s, kNoBody, to(tokens, &admin::ApiTokens::remove)},
        {Method::kPost, "/v1/meta/export/query", Permission::kQuery,  limits::query_duration_max, limits::query_body_bytes_max, to(query, &query::QueryEndpoint::export_query)},
        {Method::kPost, "/v1/meta",              Permission::kQuery,  30s,  limits::admin_body_bytes_max, to(meta, &meta::MetaEndpoint::handle)},
        {Method::kGet,  "/v1/opal/reference",    Permission::kMember, 5s,   kNoBody, query::opal_reference},
        {Method::kGet,    "/v1/datasets",        Permission::kMember,     30s, kNoBody, to(datasets, &admin::Datasets::list)},
        {Method::kPost,   "/v1/datasets",        Permission::kMember,     30s, limits::admin_body_bytes_max, to(datasets, &admin::Datasets::create)},
        {Method::kGet,    "/v1/datasets/{id}",   Permission::kMember,     30s, kNoBody, to(datasets, &admin::Datasets::show)},
        {Method::kPatch,  "/v1/datasets/{id}",   Permission::kMember,     30s, limits::admin_body_bytes_max, to(datasets, &admin::Datasets::update)},
        {Method::kDelete, "/v1/datasets/{id}",   Permission::kMember,     30s, kNoBody, to(datasets, &admin::Datasets::remove)},
        {Method::kGet,    "/v1/datasets/{id}/tail", Permission::kQuery,   query::TailEndpoint::duration_max, kNoBody, to(tail, &query::TailEndpoint::tail)},
        {Method::kGet,    "/v1/dataset",         Permission::kMember,     30s, kNoBody, to(datasets, &admin::Datasets::legacy_list)},
        {Method::kGet,    "/v1/dataset/{id}",    Permission::kMember,     30s, kNoBody, to(datasets, &admin::Datasets::legacy_show)},
        {Method::kGet,    "/v1/datastreams",        Permission::kMember,     30s, kNoBody, to(datastreams, &admin::Datastreams::list)},
        {Method::kPost,   "/v1/datastreams",        Permission::kMember,    30s, limits::admin_body_bytes_max, to(datastreams, &admin::Datastreams::create)},
        {Method::kGet,    "/v1/datastreams/{id}",   Permission::kMember,     30s, kNoBody, to(datastreams, &admin::Datastreams::show)},
        {Method::kPatch,  "/v1/datastreams/{id}",   Permission::kMember,    30s, limits::admin_body_bytes_max, to(datastreams, &admin::Datastreams::update)},
        {Method::kDelete, "/v1/datastreams/{id}",   Permission::kMember,    30s, kNoBody, to(datastreams, &admin::Datastreams::remove)},
        {Method::kGet,    "/v1/ingest-tokens",      Permission::kMember,     30s, kNoBody, to(ingest_tokens, &admin::IngestTokens::list)},
        {Method::kPost,   "/v1/ingest-tokens",      Permission::kMember,     30s, limits::admin_body_bytes_max, to(ingest_tokens, &admin::IngestTokens::create)},
        {Method::kGet,    "/v1/ingest-tokens/{id}", Permission::kMember,     30s, kNoBody, to(ingest_tokens, &admin::IngestTokens::show)},
        {Method::kPatch,  "/v1/ingest-tokens/{id}", Permission::kMember,     30s, limits::admin_body_bytes_max, to(ingest_tokens, &admin::IngestTokens::update)},
        {Method::kDelete, "/v1/ingest-tokens/{id}", Permission::kMember,     30s, kNoBody, to(ingest_tokens, &admin::IngestTokens::remove)},
        {Method::kGet,    "/v1/ingest/filters",      Permission::kMember, 30s, kNoBody, to(filters, &admin::DropFilters::list)},
        {Method::kPost,   "/v1/ingest/filters",      Permission::kMember, 30s, limits::admin_body_bytes_max, to(filters, &admin::DropFilters::create)},
        {Method::kGet,    "/v1/ingest/filters/{id}", Permission::kMember, 30s, kNoBody, to(filters, &admin::DropFilters::show)},
        {Method::kPatch,  "/v1/ingest/filters/{id}", Permission::kMember, 30s, limits::admin_body_bytes_max, to(filters, &admin::DropFilters::update)},
        {Method::kDelete, "/v1/ingest/filters/{id}", Permission::kMember, 30s, kNoBody, to(filters, &admin::DropFilters::remove)},
        {Method::kGet,    "/v1/referencetables",      Permission::kMember, 30s, kNoBody, to(tables, &admin::ReferenceTables::list)},
        {Method::kPost,   "/v1/referencetables",      Permission::kMember, 60s, domain::admin::upload_body_bytes_max, to(tables, &admin::ReferenceTables::create)},
        {Method::kGet,    "/v1/referencetables/{id}", Permission::kMember, 30s, kNoBody, to(tables, &admin::ReferenceTables::show)},
        {Method::kPatch,  "/v1/referencetables/{id}", Permission::kMember, 30s, limits::admin_body_bytes_max, to(tables, &admin::ReferenceTables::patch)},
        {Method::kPut,    "/v1/referencetables/{id}", Permission::kMember, 60s, domain::admin::upload_body_bytes_max, to(tables, &admin::ReferenceTables::replace)},
        {Method::kDelete, "/v1/referencetables/{id}", Permission::kMember, 30s, kNoBody, to(tables, &admin::ReferenceTables::remove)},
        {Method::kGet,    "/v1/meta/reftable",        Permission::kMember, 30s, kNoBody, to(tables, &admin::ReferenceTables::preview_list)},
        {Method::kPost,   "/v1/meta/reftable",        Permission::kMember, 60s, domain::admin::upload_body_bytes_max, to(tables, &admin::ReferenceTables::preview_create)},
        {Method::kGet,    "/v1/meta/reftable/{id}",   Permission::kMember, 30s, kNoBody, to(tables, &admin::ReferenceTables::preview_show)},
        {Method::kPut,    "/v1/meta/reftable/{id}",   Permission::kMember, 60s, domain::admin::upload_body_bytes_max, to(tables, &admin::ReferenceTables::preview_replace)},
        {Method::kDelete, "/v1/meta/reftable/{id}",   Permission::kMember, 30s, kNoBody, to(tables, &admin::ReferenceTables::preview_remove)},
    };
    // clang-format on
    for (http::Route& route : admin::access_routes(access)) routes.push_back(std::move(route));
    for (http::Route& route : collect.routes()) routes.push_back(std::move(route));
    for (http::Route& route : console::console_routes()) routes.push_back(std::move(route));
    routes.push_back(openapi::route_of(routes));
    return routes;
}

}  // namespace gateway
