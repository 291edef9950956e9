#include "gateway/query/export_request.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>

#include <nlohmann/json.hpp>

namespace gateway::query {
namespace {

using domain::base::DatasetId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::query::DatasetPath;
using domain::query::QueryRequest;
using domain::query::Stage;
using domain::query::StageInput;
using domain::query::StageReference;
using Json = nlohmann::json;

Error bad(const std::string& message) { return Error(ErrorCode::kInvalidArgument, message); }

/// The first of the spellings that is present and not null.
const Json* find(const Json& object, std::initializer_list<const char*> spellings) {
    for (const char* spelling : spellings) {
        const auto found = object.find(spelling);
        if (found != object.end() && !found->is_null()) return &*found;
    }
    return nullptr;
}

Result<std::int64_t> parse_number(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return bad("not a number: " + text);
    return value;
}

/// Clients send row counts as numbers and as texts.
Result<std::int64_t> parse_row_count(const Json& value, const std::string& where) {
    Result<std::int64_t> count = bad("");
    if (value.is_number_integer()) count = value.get<std::int64_t>();
    else if (value.is_string()) count = parse_number(value.get<std::string>());
    if (!count || *count < 0) return bad(where + " must be a row count that is not negative: " + value.dump());
    return count;
}

Result<DatasetId> parse_dataset_id(const Json& value, const std::string& where) {
    if (value.is_number_integer()) return DatasetId(value.get<std::int64_t>());
    if (value.is_string()) {
        const auto id = parse_number(value.get<std::string>());
        if (id) return DatasetId(*id);
    }
    // Clients match this text (spec: api §3).
    return bad("Failed to parse " + where + ": ObjectId has an illegal value: " + value.dump());
}

Result<StageInput> parse_input(const Json& value, const std::string& where) {
    if (!value.is_object()) return bad(where + " must be an object");
    StageInput input;
    if (const Json* name = find(value, {"inputName"})) {
        if (!name->is_string()) return bad(where + ".inputName must be a string");
        input.name = name->get<std::string>();
    }
    const Json* id = find(value, {"datasetId"});
    const Json* path = find(value, {"datasetPath"});
    const Json* stage = find(value, {"stageId", "stageID"});
    if ((id != nullptr) + (path != nullptr) + (stage != nullptr) != 1) {
        return bad(where + " must have exactly one of datasetId, datasetPath and stageId");
    }
    if (id != nullptr) {
        const auto parsed = parse_dataset_id(*id, where + ".datasetId");
        if (!parsed) return parsed.error();
        input.source = *parsed;
    } else if (path != nullptr) {
        if (!path->is_string()) return bad(where + ".datasetPath must be a string");
        input.source = DatasetPath{path->get<std::string>()};
    } else {
        if (!stage->is_string()) return bad(where + ".stageId must be a string");
        input.source = StageReference{stage->get<std::string>()};
    }
    return input;
}

Result<Stage> parse_stage(const Json& value, std::size_t index) {
    const std::string where = "query.stages[" + std::to_string(index) + "]";
    if (!value.is_object()) return bad(where + " must be an object");
    Stage stage;
    const Json* id = find(value, {"stageID", "stageId", "id"});
    if (id != nullptr && !id->is_string()) return bad(where + ".stageID must be a string");
    stage.id = id != nullptr ? id->get<std::string>() : "stage-" + std::to_string(index);
    const Json* pipeline = find(value, {"pipeline"});
    if (pipeline != nullptr && !pipeline->is_string()) return bad(where + ".pipeline must be a string");
    if (pipeline != nullptr) stage.pipeline = pipeline->get<std::string>();
    const Json* inputs = find(value, {"input"});
    if (inputs == nullptr || !inputs->is_array() || inputs->empty()) {
        return bad(where + ".input must be an array with at least one input");
    }
    for (std::size_t i = 0; i < inputs->size(); ++i) {
        auto input = parse_input((*inputs)[i], where + ".input[" + std::to_string(i) + "]");
        if (!input) return input.error();
        stage.inputs.push_back(std::move(*input));
    }
    return stage;
}

Result<void> refuse_what_is_not_offered(const Json& root, const Json& query) {
    if (const Json* paginate = find(root, {"paginate"}); paginate != nullptr && *paginate != false) {
        return bad("paginate is not supported yet; leave it out and the whole result streams");
    }
    for (const char* key : {"parameters", "parameterValues"}) {
        const Json* value = find(query, {key});
        if (value != nullptr && !value->empty()) return bad(std::string("query.") + key + " is not supported yet");
    }
    const Json* presentation = find(root, {"presentation"});
    if (presentation == nullptr) return {};
    if (!presentation->is_object()) return bad("presentation must be an object");
    return {};
}

Result<void> read_row_limits(const Json& root, QueryRequest& request) {
    const auto apply = [&request](const Json* value, const char* where) -> Result<void> {
        if (value == nullptr) return {};
        const auto count = parse_row_count(*value, where);
        if (!count) return count.error();
        request.row_limit = std::min(request.row_limit.value_or(*count), *count);
        return {};
    };
    const auto row_count = apply(find(root, {"rowCount"}), "rowCount");
    if (!row_count) return row_count.error();
    const Json* presentation = find(root, {"presentation"});
    if (presentation == nullptr) return {};
    return apply(find(*presentation, {"limit"}), "presentation.limit");
}

}  // namespace

Result<QueryRequest> parse_export_request(std::string_view body) {
    Json root;
    try {
        root = Json::parse(body);
    } catch (const Json::parse_error& error) {
        return bad("malformed JSON in the request body at byte " + std::to_string(error.byte));
    }
    const Json* query = root.is_object() ? find(root, {"query"}) : nullptr;
    if (query == nullptr || !query->is_object()) return bad("query must be an object");
    const Json* stages = find(*query, {"stages"});
    if (stages == nullptr || !stages->is_array() || stages->empty()) {
        return bad("query.stages must be an array with at least one stage");
    }
    const auto offered = refuse_what_is_not_offered(root, *query);
    if (!offered) return offered.error();

    QueryRequest request;
    for (std::size_t i = 0; i < stages->size(); ++i) {
        auto stage = parse_stage((*stages)[i], i);
        if (!stage) return stage.error();
        request.stages.push_back(std::move(*stage));
    }
    if (const Json* output = find(*query, {"outputStage"})) {
        if (!output->is_string()) return bad("query.outputStage must be a string");
        request.output_stage = output->get<std::string>();
    }
    const auto limits = read_row_limits(root, request);
    if (!limits) return limits.error();
    return request;
}

}  // namespace gateway::query
