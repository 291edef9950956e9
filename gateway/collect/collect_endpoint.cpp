#include "gateway/collect/collect_endpoint.hpp"

#include <utility>

#include "gateway/collect/collect_route.hpp"
#include "gateway/collect/extra.hpp"
#include "gateway/http/header_list.hpp"

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

namespace {

constexpr std::string_view kKind = "http";
constexpr std::string_view kAccepted = R"({"ok":true})";
/// The documented answer of CSV uploads has a string here (spec: api §11).
constexpr std::string_view kAcceptedCsv = R"({"ok":"true"})";

/// `/v1/http/csv/<file>.csv`
bool is_csv_upload(std::string_view path) {
    return path.starts_with("csv/") && path.ends_with(".csv") && path.find('/', 4) == std::string_view::npos;
}

/// What X-Observe-Decoder makes of the format that the content type names. Fluent Bit's JSON needs no help: it has its `date`.
Result<WireFormat> apply_decoder(std::string_view decoder, WireFormat format) {
    const bool fluent = http::equal_ignoring_case(decoder, "fluent");
    const bool nested = http::equal_ignoring_case(decoder, "nested");
    if (fluent && format == WireFormat::kMsgpack) return WireFormat::kFluent;
    if (fluent && format == WireFormat::kJson) return format;
    if (nested && format == WireFormat::kJson) return WireFormat::kNested;
    if (!fluent && !nested) {
        return Error(ErrorCode::kInvalidArgument, "unsupported value of x-observe-decoder: " + std::string(decoder));
    }
    return Error(ErrorCode::kUnsupportedMedia, "the content type does not fit x-observe-decoder: " + std::string(decoder));
}

Result<WireFormat> choose_format(const http::Request& request, std::string_view path) {
    const std::string media_type = request.media_type();
    const std::string_view decoder = request.header("x-observe-decoder");
    if (is_csv_upload(path) && decoder.empty()) return WireFormat::kCsv;
    const auto format = wire_format(media_type);
    if (!format) return Error(ErrorCode::kUnsupportedMedia, "unsupported content type: " + media_type);
    return decoder.empty() ? Result<WireFormat>(*format) : apply_decoder(decoder, *format);
}

}  // namespace

std::vector<Route> CollectEndpoint::routes() {
    const http::Handler take = [this](RequestContext& context) { return collect(context); };
    const http::Handler greet = [this](RequestContext& context) { return hello(context); };
    std::vector<Route> routes;
    routes.push_back(collect_route("/v1/http", take));
    routes.push_back(collect_route("/v1/http/{path...}", take));
    routes.push_back(collect_route("/v1/observations", take));
    routes.push_back(collect_route("/v1/observations/{path...}", take));
    routes.push_back({Method::kGet, "/", Permission::kIngest, kCollectDeadline, 0, greet, Hosts::kCollection});
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
    if (auto refusal = bundles_.over_rate(context)) co_return std::move(*refusal);
    auto parts = co_await decode(*format, context.request().take_body());
    if (!parts) co_return parts.error();
    const auto appended = co_await bundles_.append(context, kKind, std::move(*extra), std::move(*parts));
    if (!appended) co_return appended.error();
    const bool below_csv = path.starts_with("csv/");
    co_return Response::json(200, std::string(below_csv ? kAcceptedCsv : kAccepted));
}

/// The body ends here: the parts hold what they need of it.
Task<Result<std::vector<PayloadPart>>> CollectEndpoint::decode(WireFormat format, http::Slab body) {
    PayloadBuilder payload(body, bundles_.pool());
    if (body.empty()) co_return payload.finish();
    const auto decoder = make_decoder(format, body, payload);
    co_return co_await bundles_.decode(*decoder, payload);
}

}  // namespace gateway::collect
