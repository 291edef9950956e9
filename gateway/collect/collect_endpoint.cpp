#include "gateway/collect/collect_endpoint.hpp"

#include <chrono>
#include <utility>

#include "domain/eventlog/cloud_event.hpp"
#include "domain/eventlog/topics.hpp"
#include "gateway/collect/bundle_id.hpp"
#include "gateway/collect/extra.hpp"
#include "gateway/http/give_way.hpp"
#include "gateway/http/problem.hpp"

namespace gateway::collect {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Permission;
using http::Hosts;
using http::Method;
using http::RequestContext;
using http::Response;
using http::Route;
namespace limits = domain::base::limits;

namespace {

/// Uploading 10 MB takes a while on a slow line, but that is over when this time begins: what is left is the log.
constexpr std::chrono::seconds kDeadline{30};
constexpr std::size_t kIdempotencyKeyLengthMax = 255;
constexpr std::string_view kKind = "http";
constexpr std::string_view kAccepted = R"({"ok":true})";
/// The documented answer of CSV uploads has a string here (spec: api §11).
constexpr std::string_view kAcceptedCsv = R"({"ok":"true"})";

/// `/v1/http/csv/<file>.csv`
bool is_csv_upload(std::string_view path) {
    return path.starts_with("csv/") && path.ends_with(".csv") && path.find('/', 4) == std::string_view::npos;
}

Result<WireFormat> choose_format(const http::Request& request, std::string_view path) {
    const std::string_view decoder = request.header("x-observe-decoder");
    if (!decoder.empty()) {
        return Error(ErrorCode::kInvalidArgument, "unsupported value of x-observe-decoder: " + std::string(decoder));
    }
    if (is_csv_upload(path)) return WireFormat::kCsv;
    const std::string media_type = request.media_type();
    const auto format = wire_format(media_type);
    if (!format) return Error(ErrorCode::kUnsupportedMedia, "unsupported content type: " + media_type);
    return *format;
}

}  // namespace

CollectEndpoint::CollectEndpoint(domain::eventlog::EventWriter& log, domain::base::Clock& clock, http::SlabPool& pool,
                                 infra::telemetry::Metrics& metrics)
    : log_(log),
      clock_(clock),
      pool_(pool),
      datastream_rates_(clock),
      topic_(domain::eventlog::observations_topic()),
      observations_(metrics.counter("opalite_collect_observations_total", "Observations that the log confirmed")),
      bytes_(metrics.counter("opalite_collect_bytes_total", "Bytes of observations that the log confirmed")),
      refused_(metrics.counter("opalite_collect_refused_total", "Requests refused for their content")),
      limited_(metrics.counter("opalite_collect_limited_total", "Requests refused for the rate limit of their datastream")),
      failed_(metrics.counter("opalite_collect_append_failures_total", "Bundles that the log did not confirm")),
      append_seconds_(metrics.histogram("opalite_collect_append_seconds", "Time until the log confirmed a bundle")) {}

std::vector<Route> CollectEndpoint::routes() {
    const http::Handler take = [this](RequestContext& context) { return collect(context); };
    const http::Handler greet = [this](RequestContext& context) { return hello(context); };
    const auto post = [&](std::string_view pattern) {
        return Route{Method::kPost, pattern, Permission::kIngest, kDeadline, limits::collect_body_bytes_max, take,
                     Hosts::kAny,   limits::collect_decoded_bytes_max};
    };
    std::vector<Route> routes;
    routes.push_back(post("/v1/http"));
    routes.push_back(post("/v1/http/{path...}"));
    routes.push_back(post("/v1/observations"));
    routes.push_back(post("/v1/observations/{path...}"));
    routes.push_back({Method::kGet, "/", Permission::kIngest, kDeadline, 0, greet, Hosts::kCollection});
    return routes;
}

Task<Result<Response>> CollectEndpoint::hello(RequestContext&) {
    co_return Response::json(200, R"({"ok":true,"message":"ready to collect"})");
}

Task<Result<Response>> CollectEndpoint::collect(RequestContext& context) {
    const std::string_view path = context.path_parameter("path");
    const auto format = choose_format(context.request(), path);
    if (!format) co_return format.error();
    auto extra = make_extra(path.empty() ? std::string() : "/" + std::string(path), context.request().query());
    if (!extra) co_return extra.error();
    if (auto refusal = over_rate(context)) co_return std::move(*refusal);
    http::Slab body = context.request().take_body();
    auto parts = co_await decode(*format, body);
    if (!parts) {
        refused_.add();
        co_return parts.error();
    }
    body = http::Slab();  // the parts hold what they need of it
    if (!parts->empty()) {
        const auto appended = co_await append(context, std::move(*extra), std::move(*parts));
        if (!appended) co_return appended.error();
    }
    const bool below_csv = path.starts_with("csv/");
    co_return Response::json(200, std::string(below_csv ? kAcceptedCsv : kAccepted));
}

/// 429 for a datastream that has used up its rate; what is over it by one request is owed.
std::optional<Response> CollectEndpoint::over_rate(const RequestContext& context) {
    const auto& sender = context.sender();
    if (!sender.rate_bytes_per_minute) return std::nullopt;
    const auto rate = static_cast<double>(*sender.rate_bytes_per_minute);
    const auto wait = datastream_rates_.take(std::to_string(sender.datastream.value()), http::BucketRate{rate / 60, rate},
                                             static_cast<double>(context.request().body().size()));
    if (!wait) return std::nullopt;
    limited_.add();
    return http::too_many_requests("the datastream is over its rate limit in bytes per minute: " +
                                       std::to_string(*sender.rate_bytes_per_minute), *wait);
}

Task<Result<std::vector<PayloadPart>>> CollectEndpoint::decode(WireFormat format, http::Slab& body) {
    PayloadBuilder payload(body, pool_);
    if (!body.empty()) {
        const auto decoder = make_decoder(format, body, payload);
        for (bool done = false; !done;) {
            const auto step = decoder->step();
            if (!step) co_return step.error();
            done = *step;
            if (!done) co_await http::give_way();
        }
    }
    co_return payload.finish();
}

Task<Result<void>> CollectEndpoint::append(RequestContext& context, std::string extra,
                                           std::vector<PayloadPart> parts) {
    const auto& sender = context.sender();
    domain::ingest::BundleHeader header;
    header.tenant = sender.tenant;
    header.datastream = sender.datastream;
    header.dataset = sender.dataset;
    header.token = sender.token;
    header.kind = kKind;
    header.received_at = clock_.now();
    header.bundle = make_bundle_id(header.received_at);
    header.extra = std::move(extra);
    header.idempotency_key = context.request().header("idempotency-key");
    header.traceparent = context.request().traceparent();
    if (header.idempotency_key.size() > kIdempotencyKeyLengthMax) {
        co_return Error(ErrorCode::kInvalidArgument, "idempotency-key is too long, the limit in characters is 255");
    }
    domain::eventlog::PartitionKey key;
    if (!header.idempotency_key.empty()) {
        key = domain::eventlog::PartitionKey(sender.tenant.value() + "/" + header.idempotency_key);
    }
    std::vector<domain::eventlog::Record> records;
    records.reserve(parts.size());
    std::size_t bytes = 0;
    for (PayloadPart& part : parts) {
        header.count = part.count;
        bytes += part.bytes.size();
        records.push_back({domain::eventlog::to_headers(domain::ingest::to_cloud_event(header)), std::move(part.bytes)});
        header.first_index += part.count;
    }
    const auto began = std::chrono::steady_clock::now();
    const auto appended = co_await log_.append(topic_, std::move(key), std::move(records));
    append_seconds_.observe(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    if (!appended) {
        failed_.add();
        co_return appended.error();
    }
    observations_.add(static_cast<double>(header.first_index));
    bytes_.add(static_cast<double>(bytes));
    Result<void> confirmed;
    co_return confirmed;
}

}  // namespace gateway::collect
