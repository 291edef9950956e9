#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "infra/cli/client_options.hpp"
#include "infra/cli/http_client.hpp"

namespace infra::cli {

/// Sends a request to the service as the user; `request.url` is a path. Gives the JSON of a successful answer. Fails with
/// kInvalidArgument and the service's message when it refuses, and with kUnavailable when there is no complete answer.
domain::base::Result<nlohmann::ordered_json> ask(const ClientOptions& options, HttpRequest request);

/// A request without a body.
domain::base::Result<nlohmann::ordered_json> ask(const ClientOptions& options, const std::string& method,
                                                 const std::string& path);

/// The id of the dataset that a user calls by its id, path or label. Fails as ask(), and with kNotFound unless there is one.
domain::base::Result<std::string> dataset_id(const ClientOptions& options, const std::string& wanted);

}  // namespace infra::cli
