#include "gateway/query/export_request.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/query/parameter_json.hpp"
#include "gateway/query/stage_json.hpp"

namespace gateway::query {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::query::QueryRequest;
using Json = nlohmann::json;

Error bad(const std::string& message) { return Error(ErrorCode::kInvalidArgument, message); }

/// The member when it is present and not null.
const Json* find(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// Clients send row counts as numbers and as texts.
Result<std::int64_t> parse_row_count(const Json& value, const std::string& where) {
    Result<std::int64_t> count = bad("");
    if (value.is_number_integer()) count = value.get<std::int64_t>();
    else if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (!text.empty() && error == std::errc() && end == text.data() + text.size()) count = number;
    }
    if (!count || *count < 0) return bad(where + " must be a row count that is not negative: " + value.dump());
    return count;
}

/// False when it is absent.
Result<bool> parse_flag(const Json& object, const char* key, const std::string& where) {
    const Json* value = find(object, key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) return bad(where + key + " must be true or false");
    return value->get<bool>();
}

Result<void> read_row_limits(const Json& root, const Json* presentation, QueryRequest& request) {
    const auto apply = [&request](const Json* value, const char* where) -> Result<void> {
        if (value == nullptr) return {};
        const auto count = parse_row_count(*value, where);
        if (!count) return count.error();
        request.row_limit = std::min(request.row_limit.value_or(*count), *count);
        return {};
    };
    const auto row_count = apply(find(root, "rowCount"), "rowCount");
    if (!row_count || presentation == nullptr) return row_count;
    return apply(find(*presentation, "limit"), "presentation.limit");
}

Result<void> read_presentation(const Json& root, QueryRequest& request) {
    const Json* presentation = find(root, "presentation");
    if (presentation != nullptr && !presentation->is_object()) return bad("presentation must be an object");
    if (presentation != nullptr) {
        const auto linkify = parse_flag(*presentation, "linkify", "presentation.");
        if (!linkify) return linkify.error();
        request.linkify = *linkify;
    }
    return read_row_limits(root, presentation, request);
}

}  // namespace

Result<ExportRequest> parse_export_request(std::string_view body) {
    Json root;
    try {
        root = Json::parse(body);
    } catch (const Json::parse_error& error) {
        return bad("malformed JSON in the request body at byte " + std::to_string(error.byte));
    }
    const Json* query = root.is_object() ? find(root, "query") : nullptr;
    if (query == nullptr || !query->is_object()) return bad("query must be an object");
    auto stages = parse_stages(*query);
    if (!stages) return stages.error();
    if (const Json* paginate = find(root, "paginate"); paginate != nullptr && *paginate != false) {
        return bad("paginate is not supported yet; leave it out and the whole result streams");
    }
    auto parameters = parse_parameters(find(*query, "parameters"), find(*query, "parameterValues"), "query.");
    if (!parameters) return parameters.error();
    auto version = domain::opal::check::LanguageVersion::k2021_01_01;
    if (const Json* name = find(*query, "version"); name != nullptr && !name->is_null()) {
        const auto known = name->is_string() ? domain::opal::check::find_language_version(name->get<std::string>()) : std::nullopt;
        if (!known) return bad("query.version must be \"v2021_01_01\" or \"v2026_09_30\"");
        version = *known;
    }
    const auto explain = parse_flag(root, "explain", "");
    if (!explain) return explain.error();

    ExportRequest request;
    request.explain = *explain;
    request.question.stages = std::move(stages->stages);
    request.question.output_stage = std::move(stages->output_stage);
    request.question.parameters = std::move(*parameters);
    request.question.version = version;
    const auto presentation = read_presentation(root, request.question);
    if (!presentation) return presentation.error();
    return request;
}

}  // namespace gateway::query
