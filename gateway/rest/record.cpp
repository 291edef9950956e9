#include "gateway/rest/record.hpp"

#include <nlohmann/json.hpp>

#include "domain/base/time.hpp"

namespace gateway::rest {

using Json = nlohmann::ordered_json;

void add_stamp(Json& record, const domain::admin::Stamp& stamp) {
    record["version"] = stamp.version;
    record["createdBy"] = person(stamp.created_by);
    record["createdAt"] = domain::base::to_rfc3339(stamp.created_at);
    record["updatedBy"] = person(stamp.updated_by);
    record["updatedAt"] = domain::base::to_rfc3339(stamp.updated_at);
}

Json person(const std::string& actor) {
    constexpr std::string_view kUser = "user:";
    if (!actor.starts_with(kUser)) return nullptr;
    return {{"id", actor.substr(kUser.size())}};
}

Json text_or_null(const std::optional<std::string>& value) { return value ? Json(*value) : Json(nullptr); }

Json time_or_null(const std::optional<domain::base::Timestamp>& time) {
    return time ? Json(domain::base::to_rfc3339(*time)) : Json(nullptr);
}

http::Response answer(int status, const Json& record) {
    auto response = http::Response::json(status, dump(record));
    const auto version = record.find("version");
    if (version != record.end()) response.add_header("ETag", '"' + std::to_string(version->get<std::int64_t>()) + '"');
    return response;
}

http::Response created(const Json& record, bool replayed) {
    auto response = answer(201, record);
    if (replayed) response.add_header("Idempotency-Replayed", "true");
    return response;
}

http::Response removed() { return http::Response::json(200, R"({"ok":true})"); }

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace gateway::rest
