#include "infra/cli/ask.hpp"

#include <nlohmann/json.hpp>

#include "infra/cli/pipeline_options.hpp"

namespace infra::cli {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Json = nlohmann::ordered_json;

Result<Json> ask(const ClientOptions& options, HttpRequest request) {
    HttpClient http(options.ca);
    request.url = options.url + request.url;
    request.headers.push_back(caller_header(options));
    const auto response = http.send(request);
    if (!response) return response.error();
    if (response->status >= 300) return Error(ErrorCode::kInvalidArgument, message_of(*response));
    Json json = Json::parse(response->body, nullptr, false);
    if (json.is_discarded()) return Error(ErrorCode::kUnavailable, "the answer is no JSON: " + request.url);
    return json;
}

Result<Json> ask(const ClientOptions& options, const std::string& method, const std::string& path) {
    HttpRequest request;
    request.method = method;
    request.url = path;
    return ask(options, std::move(request));
}

Result<std::string> dataset_id(const ClientOptions& options, const std::string& wanted) {
    if (is_dataset_id(wanted)) return wanted;
    const std::string text = Json(wanted).dump();
    const auto found = ask(options, "GET", "/v1/datasets?filter=" + percent_encode("path == " + text + " || label == " + text));
    if (!found) return found.error();
    const Json& datasets = found->at("datasets");
    if (datasets.size() != 1) {
        return Error(ErrorCode::kNotFound, (datasets.empty() ? "no such dataset: " : "several datasets, give the id: ") + wanted);
    }
    return datasets[0].at("id").get<std::string>();
}

}  // namespace infra::cli
