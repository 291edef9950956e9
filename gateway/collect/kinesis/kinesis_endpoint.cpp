#include "gateway/collect/kinesis/kinesis_endpoint.hpp"

#include "gateway/collect/base64.hpp"
#include "gateway/collect/collect_route.hpp"
#include "gateway/collect/extra.hpp"
#include "gateway/collect/json_cursor.hpp"
#include "gateway/collect/json_writer.hpp"
#include "gateway/collect/kinesis/firehose_records.hpp"
#include "gateway/collect/text_position.hpp"
#include "gateway/http/content_coding.hpp"
#include "gateway/http/give_way.hpp"
#include "gateway/http/problem.hpp"

namespace gateway::collect::kinesis {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using http::RequestContext;
using http::Response;
namespace limits = domain::base::limits;

namespace {

constexpr std::string_view kKind = "kinesis";
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::size_t kRequestIdLengthMax = 256;

/// `data` of one record, decoded from base64. The other members are passed over.
std::string read_record(JsonCursor& cursor) {
    std::string key;
    std::string data;
    if (!cursor.open('{')) return {};
    while (cursor.next_key(key)) {
        if (key != "data") {
            cursor.skip();
            continue;
        }
        cursor.read_string(data);
        auto bytes = from_base64(data);
        if (!bytes) cursor.fail("expected base64");
        data = std::move(bytes).value_or(std::string());
    }
    return data;
}

/// The tags of the delivery stream, as `{"commonAttributes":{"name":"value"}}`, and those of the request.
Result<std::string> make_tags(const http::Request& request) {
    std::vector<http::QueryParameter> tags = request.query();
    const std::string_view text = request.header("x-amz-firehose-common-attributes");
    if (text.empty()) return make_extra({}, tags);
    if (first_invalid_utf8(text)) return Error(ErrorCode::kInvalidArgument, "the common attributes are no UTF-8");
    JsonCursor cursor(text);
    std::string key;
    cursor.open('{');
    while (cursor.next_key(key)) {
        if (key != "commonAttributes") {
            cursor.skip();
            continue;
        }
        cursor.open('{');
        std::string value;
        while (cursor.next_key(key)) {
            cursor.read_string(value);
            tags.push_back({key, value});
        }
    }
    if (cursor.failed()) return Error(ErrorCode::kInvalidArgument, "the common attributes are " + cursor.error().message());
    return make_extra({}, tags);
}

}  // namespace

std::vector<http::Route> KinesisEndpoint::routes() {
    std::vector<http::Route> routes;
    routes.push_back(collect_route("/v1/kinesis", [this](RequestContext& context) { return deliver(context); }));
    return routes;
}

Task<Result<Response>> KinesisEndpoint::deliver(RequestContext& context) {
    std::string request_id(context.request().header("x-amz-firehose-request-id").substr(0, kRequestIdLengthMax));
    auto extra = make_tags(context.request());
    if (!extra) co_return answer(http::status_of(extra.error().code()), request_id, extra.error().message());
    if (auto limited = bundles_.over_rate(context)) co_return std::move(*limited);
    auto parts = co_await decode(context.request().take_body(), request_id);
    if (!parts) co_return answer(http::status_of(parts.error().code()), request_id, parts.error().message());
    const auto appended = co_await bundles_.append(context, kKind, std::move(*extra), std::move(*parts));
    if (!appended) co_return answer(http::status_of(appended.error().code()), request_id, appended.error().message());
    co_return answer(200, request_id, {});
}

Task<Result<std::vector<PayloadPart>>> KinesisEndpoint::decode(http::Slab body, std::string& request_id) {
    if (const auto fault = first_invalid_utf8(body.view())) co_return malformed("JSON", body.view(), *fault, "invalid UTF-8");
    PayloadBuilder payload(body, bundles_.pool());
    JsonCursor cursor(body.view());
    std::size_t room = limits::collect_decoded_bytes_max;
    std::size_t yield_at = limits::kMiB;
    std::string key;
    cursor.open('{');
    while (cursor.next_key(key)) {
        if (key == "requestId" && cursor.peek() == '"') {
            cursor.read_string(request_id);
            request_id.resize(std::min(request_id.size(), kRequestIdLengthMax));
        } else if (key != "records") {
            cursor.skip();
        } else if (cursor.open('[')) {
            while (cursor.next_element()) {
                std::string record = read_record(cursor);
                if (cursor.failed()) break;
                const auto written = co_await decode_record(std::move(record), room, payload);
                if (!written) co_return written.error();
                const std::size_t work = cursor.offset() + (limits::collect_decoded_bytes_max - room);
                if (work < yield_at) continue;
                yield_at = work + limits::kMiB;
                co_await http::give_way();
            }
        }
    }
    if (!cursor.failed() && !cursor.at_end()) cursor.fail("text after the end of the request");
    if (cursor.failed()) co_return cursor.error();
    co_return payload.finish();
}

/// `room`: what all records of the request may still take.
Task<Result<void>> KinesisEndpoint::decode_record(std::string record, std::size_t& room, PayloadBuilder& payload) {
    http::Slab bytes = http::Slab::of(record);
    if (record.starts_with(kGzipMagic)) {
        auto decoded = co_await http::decode_content(std::move(bytes), "gzip", room, bundles_.pool());
        if (!decoded) co_return decoded.error();
        bytes = std::move(*decoded);
    }
    Result<void> done;
    if (bytes.size() > room) {
        co_return Error(ErrorCode::kTooLarge, "records are too large after decompression, the limit in bytes is " +
                                                  std::to_string(limits::collect_decoded_bytes_max));
    }
    room -= bytes.size();
    write_record(bytes.view(), payload);
    co_return done;
}

/// The only shape that Firehose understands; the status decides whether it tries again.
Response KinesisEndpoint::answer(int status, const std::string& request_id, std::string_view fault) const {
    std::string body = "{\"requestId\":";
    write_string(body, request_id);
    body += ",\"timestamp\":" + std::to_string(domain::base::to_nanoseconds(clock_.now()) / 1'000'000);
    if (!fault.empty()) {
        body += ",\"errorMessage\":";
        write_string(body, fault);
    }
    body += '}';
    Response response = Response::json(status, std::move(body));
    if (status == 429) response.add_header("Retry-After", "1");
    if (status == 503) response.add_header("Retry-After", "5");
    return response;
}

}  // namespace gateway::collect::kinesis
