#include "gateway/query/export_request.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/query/parameter_json.hpp"
#include "gateway/query/stage_json.hpp"
#include "domain/base/invalid_argument.hpp"

namespace gateway::query {
namespace {

using domain::base::Error;
using domain::base::Result;
using domain::base::invalid_argument;
using domain::query::QueryRequest;
using ParsedJson = nlohmann::json;

/// The member when it is present and not null.
const ParsedJson* find(const ParsedJson& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// Clients send row counts as numbers and as texts.
Result<std::int64_t> parse_row_count(const ParsedJson& value, const std::string& where) {
    Result<std::int64_t> count = invalid_argument("");
    if (value.is_number_integer()) count = value.get<std::int64_t>();
    else if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (!text.empty() && error == std::errc() && end == text.data() + text.size()) count = number;
    }
    if (!count || *count < 0) return invalid_argument(where + " must be a row count that is not negative: " + value.dump());
    return count;
}

/// False when it is absent.
Result<bool> parse_flag(const ParsedJson& object, const char* key, const std::string& where) {
    const ParsedJson* value = find(object, key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) return invalid_argument(where + key + " must be true or false");
    return value->get<bool>();
}

Result<void> read_row_limits(const ParsedJson& root, const ParsedJson* presentation, QueryRequest& request) {
    const auto apply = [&request](const ParsedJson* value, const char* where) -> Result<void> {
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

Result<void> read_presentation(const ParsedJson& root, QueryRequest& request) {
    const ParsedJson* presentation = find(root, "presentation");
    if (presentation != nullptr && !presentation->is_object()) return invalid_argument("presentation must be an object");
    if (presentation != nullptr) {
        const auto linkify = parse_flag(*presentation, "linkify", "presentation.");
        if (!linkify) return linkify.error();
        request.linkify = *linkify;
    }
    return read_row_limits(root, presentation, request);
}

}  // namespace

Result<ExportRequest> parse_export_request(std::string_view body) {
    ParsedJson root;
    try {
        root = ParsedJson::parse(body);
    } catch (const ParsedJson::parse_error& error) {
        return invalid_argument("malformed JSON in the request body at byte " + std::to_string(error.byte));
    }
    const ParsedJson* query = root.is_object() ? find(root, "query") : nullptr;
    if (query == nullptr || !query->is_object()) return invalid_argument("query must be an object");
    auto stages = parse_stages(*query);
    if (!stages) return stages.error();
    if (const ParsedJson* paginate = find(root, "paginate"); paginate != nullptr && *paginate != false) {
        return invalid_argument("paginate is not supported yet; leave it out and the whole result streams");
    }
    auto parameters = parse_parameters(find(*query, "parameters"), find(*query, "parameterValues"), "query.");
    if (!parameters) return parameters.error();
    auto version = domain::opal::check::LanguageVersion::k2021_01_01;
    if (const ParsedJson* name = find(*query, "version"); name != nullptr && !name->is_null()) {
        const auto known = name->is_string() ? domain::opal::check::find_language_version(name->get<std::string>()) : std::nullopt;
        if (!known) return invalid_argument("query.version must be \"v2021_01_01\" or \"v2026_09_30\"");
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
