#include "gateway/openapi/document.hpp"

#include <cstdlib>
#include <fstream>
#include <set>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace std::chrono_literals;
using domain::identity::Permission;
using gateway::http::Method;
using gateway::http::Route;
using Json = nlohmann::json;

namespace {

Json document(const std::vector<Route>& routes, const std::vector<std::string_view>& descriptions) {
    return Json::parse(gateway::openapi::document(routes, descriptions));
}

const Json& resolved(const Json& whole, const Json& node) {
    const auto found = node.find("$ref");
    return found == node.end() ? node : whole.at(Json::json_pointer(found->get<std::string>().substr(1)));
}

void collect_references(const Json& node, std::set<std::string>& references) {
    if (node.is_object() && node.contains("$ref")) references.insert(node["$ref"].get<std::string>());
    if (!node.is_structured()) return;
    for (const auto& each : node) collect_references(each, references);
}

}  // namespace

TEST_CASE("a shape brings parameters, headers, status and errors") {
    const std::string_view described = R"({"tag":{"name":"Things"},"operations":{
        "PATCH /v1/things/{id}":{"shape":"change","schema":"Thing","request":"Thing","summary":"Change"}},
        "schemas":{"Thing":{"type":"object"},"Error":{"type":"object"}}})";
    const auto whole = document({{Method::kPatch, "/v1/things/{id}", Permission::kAdminister, 1s, 0, {}},
                                 {Method::kGet, "/v1/files/{path...}", Permission::kPublic, 1s, 0, {}}},
                                {described});
    const auto& operation = whole["paths"]["/v1/things/{id}"]["patch"];
    CHECK(operation["summary"] == "Change");
    CHECK(operation["tags"] == Json({"Things"}));
    CHECK(operation["parameters"][0]["name"] == "id");
    CHECK(resolved(whole, operation["parameters"][1])["name"] == "If-Match");
    CHECK(operation["security"].size() == 1);
    for (const char* status : {"200", "400", "401", "403", "404", "409", "412", "default"}) CHECK(operation["responses"].contains(status));
    CHECK(operation["responses"]["200"]["headers"].contains("ETag"));
    CHECK(operation["requestBody"]["content"]["application/json"]["schema"]["$ref"] == "#/components/schemas/Thing");

    const auto& other = whole["paths"]["/v1/files/{path}"]["get"];
    CHECK(other["x-undescribed"] == true);
    CHECK(other["parameters"][0]["name"] == "path");
}

TEST_CASE("every description makes an operation whose references lead somewhere") {
    std::vector<std::string> patterns;
    std::vector<Route> routes;
    patterns.reserve(1000);
    for (const auto text : gateway::openapi::embedded_api()) {
        const Json file = Json::parse(text);
        for (const auto& [key, about] : file["operations"].items()) {
            const auto blank = key.find(' ');
            patterns.push_back(key.substr(blank + 1));
            routes.push_back({gateway::http::method_from(key.substr(0, blank)), patterns.back(), Permission::kQuery, 1s, 0, {}});
        }
    }
    const auto whole = document(routes, gateway::openapi::embedded_api());
    if (const char* file = std::getenv("OPALITE_OPENAPI_FILE")) std::ofstream(file) << whole.dump();
    std::set<std::string> references;
    collect_references(whole, references);
    for (const std::string& reference : references) {
        INFO(reference);
        CHECK(whole.contains(Json::json_pointer(reference.substr(1))));
    }
    for (const auto& [path, operations] : whole["paths"].items()) {
        for (const auto& [method, operation] : operations.items()) {
            INFO(method + " " + path);
            CHECK_FALSE(operation.contains("x-undescribed"));
        }
    }
}
