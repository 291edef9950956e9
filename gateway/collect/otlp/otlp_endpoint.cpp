#include "gateway/collect/otlp/otlp_endpoint.hpp"

#include <optional>

#include "gateway/collect/collect_route.hpp"
#include "gateway/collect/extra.hpp"
#include "gateway/collect/otlp/otlp_decoder.hpp"
#include "gateway/collect/protobuf/json_to_wire.hpp"
#include "gateway/collect/text_position.hpp"
#include "gateway/http/give_way.hpp"

namespace gateway::collect::otlp {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using http::RequestContext;
using http::Response;

namespace {

constexpr std::string_view kEntityKind = "entity";

std::optional<Encoding> encoding_of(std::string_view media_type) {
    if (media_type == "application/x-protobuf" || media_type == "application/protobuf") return Encoding::kProtobuf;
    if (media_type == "application/json") return Encoding::kJson;
    return std::nullopt;
}

/// What the client can do nothing about is answered in its own language; the rest asks for a retry and is answered as everywhere.
Result<Response> failed(Encoding encoding, const Error& error) {
    if (error.code() == ErrorCode::kInvalidArgument || error.code() == ErrorCode::kTooLarge) return refused(encoding, error);
    return error;
}

}  // namespace

std::vector<http::Route> OtlpEndpoint::routes() {
    const auto handler = [this](Signal signal, std::string_view kind) -> http::Handler {
        return [this, signal, kind](RequestContext& context) { return take(context, signal, kind); };
    };
    const http::Handler logs = handler(Signal::kLogs, signal_rule(Signal::kLogs).kind);
    const http::Handler metrics = handler(Signal::kMetrics, signal_rule(Signal::kMetrics).kind);
    const http::Handler traces = handler(Signal::kTraces, signal_rule(Signal::kTraces).kind);
    std::vector<http::Route> routes;
    routes.push_back(collect_route("/v2/otel/v1/logs", logs));
    routes.push_back(collect_route("/v2/otel/v1/metrics", metrics));
    routes.push_back(collect_route("/v2/otel/v1/traces", traces));
    routes.push_back(collect_route("/v1/otel/v1/logs", logs));
    routes.push_back(collect_route("/v1/otel/v1/metrics", metrics));
    routes.push_back(collect_route("/v1/otel/v1/traces", traces));
    routes.push_back(collect_route("/v1/kubernetes/v1/entity", handler(Signal::kLogs, kEntityKind)));
    return routes;
}

Task<Result<Response>> OtlpEndpoint::take(RequestContext& context, Signal signal, std::string_view kind) {
    const std::string media_type = context.request().media_type();
    const auto encoding = encoding_of(media_type);
    if (!encoding) co_return Error(ErrorCode::kUnsupportedMedia, "unsupported content type: " + media_type);
    auto extra = make_extra({}, context.request().query());
    if (!extra) co_return failed(*encoding, extra.error());
    if (auto refusal = bundles_.over_rate(context)) co_return std::move(*refusal);
    auto body = co_await wire_body(signal, *encoding, context.request().take_body());
    if (!body) co_return failed(*encoding, body.error());
    PayloadBuilder payload(*body, bundles_.pool());
    OtlpDecoder decoder(signal, body->view(), payload);
    auto parts = co_await bundles_.decode(decoder, payload);
    if (!parts) co_return failed(*encoding, parts.error());
    *body = http::Slab();  // the parts hold what they need of it
    const auto appended = co_await bundles_.append(context, kind, std::move(*extra), std::move(*parts));
    if (!appended) co_return failed(*encoding, appended.error());
    co_return accepted(signal, *encoding, decoder.rejected());
}

/// The body in the wire format. JSON is turned into it first.
Task<Result<http::Slab>> OtlpEndpoint::wire_body(Signal signal, Encoding encoding, http::Slab body) {
    if (encoding == Encoding::kProtobuf || body.empty()) co_return std::move(body);
    if (const auto fault = first_invalid_utf8(body.view())) co_return malformed("JSON", body.view(), *fault, "invalid UTF-8");
    protobuf::JsonToWire converter(body.view(), *signal_rule(signal).request, bundles_.pool());
    for (bool done = false; !done;) {
        const auto step = converter.step(kStepBytes);
        if (!step) co_return step.error();
        done = *step;
        if (!done) co_await http::give_way();
    }
    co_return converter.take_wire();
}

}  // namespace gateway::collect::otlp
