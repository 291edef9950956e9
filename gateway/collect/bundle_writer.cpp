#include "gateway/collect/bundle_writer.hpp"

#include <chrono>
#include <utility>

#include "domain/eventlog/cloud_event.hpp"
#include "domain/eventlog/topics.hpp"
#include "gateway/collect/bundle_id.hpp"
#include "gateway/http/give_way.hpp"

namespace gateway::collect {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using http::RequestContext;
using http::Response;

namespace {

constexpr std::size_t kIdempotencyKeyLengthMax = 255;

/// The path of the endpoint: what senders may add to it at will is left out.
std::string endpoint_of(const http::Request& request) {
    const auto& segments = request.segments();
    std::string path;
    for (const std::string& segment : segments) {
        path += '/' + segment;
        if (path == "/v1/http" || path == "/v1/observations") break;
    }
    return path;
}

}  // namespace

BundleWriter::BundleWriter(domain::eventlog::EventWriter& log, domain::base::Clock& clock, http::SlabPool& pool,
                           RateShares& shares, infra::telemetry::Metrics& metrics)
    : log_(log),
      clock_(clock),
      pool_(pool),
      limits_(clock, shares),
      topic_(domain::eventlog::observations_topic()),
      observations_(metrics.counter("opalite_collect_observations_total", "Observations that the log confirmed")),
      bytes_(metrics.counter("opalite_collect_bytes_total", "Bytes of observations that the log confirmed")),
      refused_(metrics.counter("opalite_collect_refused_total", "Requests refused for their content")),
      limited_(metrics.counter("opalite_collect_limited_total", "Requests refused for a rate limit")),
      failed_(metrics.counter("opalite_collect_append_failures_total", "Bundles that the log did not confirm")),
      append_seconds_(metrics.histogram("opalite_collect_append_seconds", "Time until the log confirmed a bundle")) {}

std::optional<Response> BundleWriter::over_rate(const RequestContext& context) {
    auto refusal = limits_.refuse(context.sender(), context.request().body().size());
    if (refusal) limited_.add();
    return refusal;
}

Task<Result<std::vector<PayloadPart>>> BundleWriter::decode(Decoder& decoder, PayloadBuilder& payload) {
    for (bool done = false; !done;) {
        const auto step = decoder.step();
        if (!step) {
            refused_.add();
            co_return step.error();
        }
        done = *step;
        if (!done) co_await http::give_way();
    }
    auto parts = payload.finish();
    if (!parts) refused_.add();
    co_return parts;
}

Task<Result<void>> BundleWriter::append(const RequestContext& context, std::string_view kind, std::string extra,
                                        std::vector<PayloadPart> parts) {
    domain::ingest::BundleHeader header;
    header.kind = kind;
    header.extra = std::move(extra);
    return append_bundle(context, std::move(header), std::move(parts));
}

Task<Result<void>> BundleWriter::append_pairs(const RequestContext& context, std::string_view kind,
                                              std::vector<PayloadPart> parts) {
    domain::ingest::BundleHeader header;
    header.kind = kind;
    header.pairs = true;
    return append_bundle(context, std::move(header), std::move(parts));
}

Task<Result<void>> BundleWriter::append_bundle(const RequestContext& context, domain::ingest::BundleHeader header,
                                               std::vector<PayloadPart> parts) {
    Result<void> confirmed;
    if (parts.empty()) co_return confirmed;
    const auto& sender = context.sender();
    header.tenant = sender.tenant;
    header.datastream = sender.datastream;
    header.dataset = sender.dataset;
    header.token = sender.token;
    header.path = endpoint_of(context.request());
    header.received_at = clock_.now();
    header.bundle = make_bundle_id(header.received_at);
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
    limits_.spend_observations(sender, header.first_index);
    const auto began = std::chrono::steady_clock::now();
    const auto appended = co_await log_.append(topic_, std::move(key), std::move(records));
    append_seconds_.observe(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    if (!appended) {
        failed_.add();
        co_return appended.error();
    }
    observations_.add(static_cast<double>(header.first_index));
    bytes_.add(static_cast<double>(bytes));
    co_return confirmed;
}

}  // namespace gateway::collect
