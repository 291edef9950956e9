#include "gateway/query/query_problem.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/http/problem.hpp"

namespace gateway::query {
namespace {

using Json = nlohmann::ordered_json;

/// Texts of scripts may hold any bytes.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string dependents_json(const std::vector<domain::query::Dependent>& dependents) {
    Json list = Json::array();
    for (const domain::query::Dependent& dependent : dependents) {
        list.push_back({{"id", std::to_string(dependent.id.value())}, {"path", dependent.path}, {"reason", dependent.reason}});
    }
    return dump(list);
}

}  // namespace

std::string diagnostics_json(const std::vector<domain::query::Diagnostic>& diagnostics) {
    Json list = Json::array();
    for (const domain::query::Diagnostic& found : diagnostics) {
        list.push_back({{"stage", found.stage}, {"line", found.line}, {"column", found.column}, {"length", found.length},
                        {"severity", found.severity}, {"code", found.code}, {"message", found.message},
                        {"hint", found.hint}});
    }
    return dump(list);
}

http::Response query_problem(const domain::query::QueryError& error) {
    std::string members;
    if (!error.diagnostics().empty()) members += ",\"diagnostics\":" + diagnostics_json(error.diagnostics());
    if (!error.dependents().empty()) members += ",\"dependents\":" + dependents_json(error.dependents());
    // Behind the message, before the brace that ends the object.
    std::string body = http::problem(error).body();
    body.insert(body.size() - 1, members);
    return http::Response::json(http::status_of(error.code()), std::move(body));
}

}  // namespace gateway::query
