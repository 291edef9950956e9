#include "gateway/collect/prometheus/prometheus_endpoint.hpp"

#include <optional>
#include <string>

#include "gateway/collect/collect_route.hpp"
#include "gateway/collect/extra.hpp"
#include "gateway/collect/json_cursor.hpp"
#include "gateway/collect/prometheus/remote_write_decoder.hpp"
#include "gateway/http/content_coding.hpp"
#include "gateway/http/header_list.hpp"

namespace gateway::collect::prometheus {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using http::RequestContext;
using http::Response;

namespace {

constexpr std::string_view kKind = "prometheus";
constexpr std::string_view kSnappy = "snappy";
/// The parameter of the content type that remote write 2.0 sends.
constexpr std::string_view kVersion2Message = "io.prometheus.write.v2";

/// Nothing when the request is remote write 1.0.
std::optional<Error> refusal(const http::Request& request) {
    const std::string media_type = request.media_type();
    if (media_type != "application/x-protobuf") {
        return Error(ErrorCode::kUnsupportedMedia, "unsupported content type: " + media_type);
    }
    const bool version_2 = request.header("content-type").find(kVersion2Message) != std::string_view::npos ||
                           request.header("x-prometheus-remote-write-version").starts_with("2");
    if (version_2) return Error(ErrorCode::kUnsupportedMedia, "remote write 2.0 is not supported, send 1.0");
    const std::string_view encoding = request.header("content-encoding");
    if (!encoding.empty() && !http::equal_ignoring_case(encoding, kSnappy)) {
        return Error(ErrorCode::kUnsupportedMedia, "remote write is compressed with snappy, not: " + std::string(encoding));
    }
    return std::nullopt;
}

/// The members of EXTRA as make_extra() wrote them.
std::vector<Tag> read_tags(const std::string& extra) {
    std::vector<Tag> tags;
    JsonCursor cursor(extra);
    std::string name;
    cursor.open('{');
    while (cursor.next_key(name)) tags.emplace_back(name, cursor.skip());
    return tags;
}

}  // namespace

std::vector<http::Route> PrometheusEndpoint::routes() {
    std::vector<http::Route> routes;
    routes.push_back(collect_route("/v1/prometheus", [this](RequestContext& context) { return write(context); }));
    return routes;
}

Task<Result<Response>> PrometheusEndpoint::write(RequestContext& context) {
    if (auto refused = refusal(context.request())) co_return std::move(*refused);
    const auto extra = make_extra({}, context.request().query());
    if (!extra) co_return extra.error();
    if (auto limited = bundles_.over_rate(context)) co_return std::move(*limited);
    http::Slab body = context.request().take_body();
    if (!context.request().has_header("content-encoding")) {
        auto decoded = co_await http::decode_content(std::move(body), kSnappy, domain::base::limits::collect_decoded_bytes_max,
                                                     bundles_.pool());
        if (!decoded) co_return decoded.error();
        body = std::move(*decoded);
    }
    PayloadBuilder payload(body, bundles_.pool());
    RemoteWriteDecoder decoder(body.view(), read_tags(*extra), payload);
    auto parts = co_await bundles_.decode(decoder, payload);
    if (!parts) co_return parts.error();
    body = http::Slab();  // the parts hold what they need of it
    const auto appended = co_await bundles_.append_pairs(context, kKind, std::move(*parts));
    if (!appended) co_return appended.error();
    co_return Response(200);
}

}  // namespace gateway::collect::prometheus
