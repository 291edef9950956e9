#include "gateway/collect/elastic/elastic_endpoint.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/collect/collect_route.hpp"
#include "gateway/collect/elastic/bulk_decoder.hpp"
#include "gateway/collect/extra.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::collect::elastic {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Permission;
using http::Hosts;
using http::Method;
using http::RequestContext;
using http::Response;
namespace limits = domain::base::limits;

namespace {

constexpr std::string_view kKind = "elastic";
constexpr std::size_t kBulkBytesMax = 4 * limits::kMiB;

// Clients choose by it what to ask for. Up to 7.17 they look for templates at /_template, which is there, from 8.0 at
// /_index_template, which is not; and Beats, which want a server no older than they are, may then be any 7.
constexpr std::string_view kCluster =
    R"({"name":"opalite","cluster_name":"opalite","cluster_uuid":"opalite","version":{"number":"7.17.29","build_flavor":"default",)"
    R"("build_type":"docker","build_hash":"unknown","build_date":"1970-01-01T00:00:00Z","build_snapshot":false,"lucene_version":"8.11.3",)"
    R"("minimum_wire_compatibility_version":"6.8.0","minimum_index_compatibility_version":"6.0.0-beta1"},)"
    R"("tagline":"You Know, for Search"})";

// Clients of 8.x send the types of the vendor.
constexpr std::array<std::string_view, 4> kBulkTypes{"application/x-ndjson", "application/json", "application/vnd.elasticsearch+x-ndjson",
                                                     "application/vnd.elasticsearch+json"};

bool is_bulk(std::string_view media_type) {
    return media_type.empty() || std::find(kBulkTypes.begin(), kBulkTypes.end(), media_type) != kBulkTypes.end();
}

/// Since 7.14 Elasticsearch's own client libraries speak to nothing whose answers do not say this.
Response as_product(Response response) {
    response.add_header("X-Elastic-Product", "Elasticsearch");
    return response;
}

Task<Result<Response>> cluster(RequestContext&) { co_return as_product(Response::json(200, std::string(kCluster))); }

Task<Result<Response>> has_template(RequestContext&) { co_return as_product(Response(200)); }

Task<Result<Response>> no_xpack(RequestContext&) {
    co_return Error(ErrorCode::kInvalidArgument, "there is no _xpack here");
}

}  // namespace

std::vector<http::Route> ElasticEndpoint::routes() {
    const http::Handler bulk_handler = [this](RequestContext& context) { return bulk(context); };
    std::vector<http::Route> routes;
    for (const Method method : {Method::kPost, Method::kPut}) {
        routes.push_back({method, "/v1/elastic/_bulk", Permission::kIngest, kCollectDeadline, kBulkBytesMax, bulk_handler, Hosts::kAny});
    }
    routes.push_back({Method::kGet, "/v1/elastic", Permission::kIngest, kCollectDeadline, 0, cluster, Hosts::kAny});
    routes.push_back({Method::kHead, "/v1/elastic/_template/{name}", Permission::kIngest, kCollectDeadline, 0, has_template, Hosts::kAny});
    routes.push_back({Method::kGet, "/v1/elastic/_xpack/{path...}", Permission::kIngest, kCollectDeadline, 0, no_xpack, Hosts::kAny});
    return routes;
}

Task<Result<Response>> ElasticEndpoint::bulk(RequestContext& context) {
    const auto began = std::chrono::steady_clock::now();
    const std::string media_type = context.request().media_type();
    if (!is_bulk(media_type)) {
        co_return Error(ErrorCode::kUnsupportedMedia, "unsupported content type: " + media_type);
    }
    auto tags = make_extra({}, context.request().query());
    if (!tags) co_return tags.error();
    if (auto limited = bundles_.over_rate(context)) co_return std::move(*limited);
    // `{"a":"b"}` becomes `,"a":"b"`, and nothing stays nothing.
    tags->pop_back();
    tags->front() = ',';
    if (tags->size() == 1) tags->clear();
    http::Slab body = context.request().take_body();
    PayloadBuilder payload(body, bundles_.pool());
    BulkDecoder decoder(body.view(), std::move(*tags), payload);
    auto parts = co_await bundles_.decode(decoder, payload);
    if (!parts) co_return parts.error();
    const auto appended = co_await bundles_.append_pairs(context, kKind, std::move(*parts));
    if (!appended) co_return appended.error();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began).count();
    std::string answer = "{\"took\":" + std::to_string(took) + ",\"errors\":false,\"items\":[" + decoder.take_items() + "]}";
    co_return as_product(Response::json(200, std::move(answer)));
}

}  // namespace gateway::collect::elastic
