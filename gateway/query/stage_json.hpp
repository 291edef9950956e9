#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "domain/base/result.hpp"
#include "domain/query/query_request.hpp"

namespace gateway::query {

/// The member `query` of a body (spec: api §6.2): what an export asks, and what a derived dataset is defined by.
struct StagesJson {
    std::vector<domain::query::Stage> stages;
    std::optional<std::string> output_stage;
};

/// Fails with kInvalidArgument and the path of what is missing or ill-typed, and for a datasetId that is no number. Unknown
/// keys are ignored. `parameterValues` of a stage belong to it.
domain::base::Result<StagesJson> parse_stages(const nlohmann::json& query);

/// Reads a number that may be written as a text. Fails with kInvalidArgument, in the words that clients match.
domain::base::Result<domain::base::DatasetId> parse_dataset_id(const nlohmann::json& value, const std::string& where);

}  // namespace gateway::query
