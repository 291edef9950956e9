#include "gateway/openapi/document.hpp"

#include <cassert>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

namespace gateway::openapi {

using Json = nlohmann::ordered_json;
using domain::identity::Permission;
using http::Route;

namespace {

constexpr const char* kJsonType = "application/json";

Json schema_reference(const Json& name) { return {{"$ref", "#/components/schemas/" + name.get<std::string>()}}; }

Json content(Json schema) { return {{kJsonType, {{"schema", std::move(schema)}}}}; }

/// `schema` is the name of a schema, or one.
Json named(const Json& schema) { return schema.is_string() ? schema_reference(schema) : schema; }

Json component(const char* kind, const char* name) {
    return {{"$ref", std::string("#/components/") + kind + "/" + name}};
}

Json error(const char* description) {
    return {{"description", description}, {"content", content(component("schemas", "Error"))}};
}

const char* meaning(int status) {
    switch (status) {
        case 400: return "Malformed, or it can never work";
        case 401: return "No or wrong credentials";
        case 403: return "The caller lacks the permission";
        case 404: return "It does not exist, or the caller may not know that it does";
        case 409: return "It collides with what is there";
        case 412: return "It does not have the version that If-Match names";
        case 413: return "Too large";
        case 415: return "Unknown media type or encoding";
        case 429: return "Too much at once; Retry-After says when to try again";
        default: return "Refused";
    }
}

/// `/v1/http/{path...}` as OpenAPI writes it.
std::string path_of(std::string_view pattern) {
    std::string path(pattern);
    if (const auto dots = path.find("...}"); dots != std::string::npos) path.erase(dots, 3);
    return path;
}

void add_path_parameters(Json& parameters, std::string_view pattern) {
    for (auto open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{', open + 1)) {
        std::string name(pattern.substr(open + 1, pattern.find('}', open) - open - 1));
        if (name.ends_with("...")) name.resize(name.size() - 3);
        parameters.push_back({{"name", name}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}});
    }
}

/// What the shapes of gateway/rest have in common.
struct Shape {
    std::vector<const char*> parameters;
    int status = 200;
    std::vector<int> errors;
};

Shape shape_of(const std::string& name) {
    if (name == "list") return {{"limit", "offset", "orderBy", "filter"}, 200, {400}};
    if (name == "show") return {{}, 200, {400, 404}};
    if (name == "create") return {{"Idempotency-Key"}, 201, {400, 404, 409, 413}};
    if (name == "change") return {{"If-Match"}, 200, {400, 404, 409, 412, 413}};
    if (name == "remove") return {{"If-Match"}, 200, {400, 404, 409, 412}};
    assert(name == "other" && "a shape is list, show, create, change, remove or other");
    return {};
}

Json answer_of(const Json& about, const std::string& shape) {
    if (shape == "other") return about.at("answer");
    if (shape == "remove") return component("responses", "Removed");
    if (shape == "list") {
        Json properties = {{about.at("plural").get<std::string>(), {{"type", "array"}, {"items", named(about.at("schema"))}}},
                           {"meta", component("schemas", "ListMeta")}};
        Json required = Json::array({about.at("plural"), "meta"});
        return {{"description", "A page of the list"},
                {"content", content({{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}})}};
    }
    return {{"description", "The record"},
            {"headers", {{"ETag", component("headers", "ETag")}}},
            {"content", content(named(about.at("schema")))}};
}

Json security_of(Permission permission) {
    if (permission == Permission::kPublic) return Json::array();
    if (permission != Permission::kIngest) return Json::array({{{"apiToken", Json::array()}}});
    return Json::array({{{"ingestToken", Json::array()}}, {{"ingestBasic", Json::array()}}, {{"ingestParameter", Json::array()}}});
}

Json operation_of(const Route& route, const Json& about) {
    const std::string shape_name = about.at("shape");
    Shape shape = shape_of(shape_name);
    Json operation = {{"summary", about.at("summary")}, {"tags", Json::array({about.at("tag")})}};
    if (about.contains("description")) operation["description"] = about["description"];
    operation["security"] = security_of(route.permission);
    Json parameters = Json::array();
    add_path_parameters(parameters, route.pattern);
    for (const char* name : shape.parameters) parameters.push_back(component("parameters", name));
    for (const Json& parameter : about.value("parameters", Json::array())) parameters.push_back(parameter);
    if (!parameters.empty()) operation["parameters"] = std::move(parameters);
    if (about.contains("request")) {
        const Json& request = about["request"];
        if (request.is_object()) operation["requestBody"] = request;
        else operation["requestBody"] = {{"required", true}, {"content", content(schema_reference(request))}};
    }
    Json responses;
    responses[std::to_string(about.value("status", shape.status))] = answer_of(about, shape_name);
    if (route.permission != Permission::kPublic) shape.errors.insert(shape.errors.end(), {401, 403});
    for (const Json& status : about.value("errors", Json::array())) shape.errors.push_back(status);
    for (const int status : shape.errors) responses[std::to_string(status)] = error(meaning(status));
    responses["default"] = error("Any other failure");
    operation["responses"] = std::move(responses);
    return operation;
}

Json base_document() {
    return Json::parse(R"json({
      "openapi": "3.1.0",
      "info": {"title": "Opalite", "version": "1", "description": "A self-hosted observability data service."},
      "servers": [{"url": "/"}],
      "tags": [], "paths": {},
      "components": {
        "schemas": {},
        "parameters": {
          "limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 50}, "description": "At most so many records, no more than 1,000."},
          "offset": {"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}},
          "orderBy": {"name": "orderBy", "in": "query", "schema": {"type": "string"}, "description": "Expressions in CEL, each perhaps with asc or desc, or a minus before it.", "example": "label, updatedAt desc"},
          "filter": {"name": "filter", "in": "query", "schema": {"type": "string"}, "description": "A condition in CEL over the fields of a record; ids are numbers there.", "example": "label.startsWith(\"kubernetes/\")"},
          "If-Match": {"name": "If-Match", "in": "header", "schema": {"type": "string"}, "description": "The ETag that the record must still have, otherwise 412."},
          "Idempotency-Key": {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string", "minLength": 1, "maxLength": 255}, "description": "Requests with the same key make one thing, once. A secret is in the first answer only."}
        },
        "headers": {"ETag": {"schema": {"type": "string"}, "description": "The version of the record, for If-Match."}},
        "responses": {"Removed": {"description": "It is gone", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Done"}}}}},
        "securitySchemes": {
          "apiToken": {"type": "http", "scheme": "bearer", "description": "Authorization: Bearer <customer id> <access key>"},
          "ingestToken": {"type": "http", "scheme": "bearer", "description": "Authorization: Bearer <token id>:<secret>"},
          "ingestBasic": {"type": "http", "scheme": "basic", "description": "User: token id, password: secret"},
          "ingestParameter": {"type": "apiKey", "in": "query", "name": "service_token", "description": "<token id>:<secret>"}
        }
      }
    })json");
}

Json undescribed(const Route& route) {
    Json operation = Json::parse(R"({"x-undescribed":true,"parameters":[],"responses":{"default":{"description":"Nobody has described this"}}})");
    add_path_parameters(operation["parameters"], route.pattern);
    return operation;
}

}  // namespace

std::string document(const std::vector<Route>& routes, const std::vector<std::string_view>& descriptions) {
    Json made = base_document();
    Json operations = Json::object();
    for (const std::string_view text : descriptions) {
        const Json file = Json::parse(text);
        made["tags"].push_back(file.at("tag"));
        for (const char* kind : {"schemas", "parameters", "requestBodies", "responses"}) {
            const Json components = file.value(kind, Json::object());
            for (const auto& [name, component] : components.items()) {
                assert(!made["components"][kind].contains(name) && "two components of one name");
                made["components"][kind][name] = component;
            }
        }
        for (const auto& [name, about] : file.at("operations").items()) {
            operations[name] = about;
            operations[name]["tag"] = file["tag"]["name"];
        }
    }
    for (const Route& route : routes) {
        const std::string method(http::name(route.method));
        const auto about = operations.find(method + ' ' + std::string(route.pattern));
        std::string verb = method;
        for (char& c : verb) c = static_cast<char>(c - 'A' + 'a');
        made["paths"][path_of(route.pattern)][verb] = about == operations.end() ? undescribed(route) : operation_of(route, *about);
    }
    return made.dump();
}

Route route_of(const std::vector<Route>& routes) {
    constexpr std::chrono::seconds kDeadline{5};
    Route own{http::Method::kGet, "/v1/openapi", Permission::kPublic, kDeadline, 0, {}};
    std::vector<Route> all = routes;
    all.push_back(own);
    const auto text = std::make_shared<const std::string>(document(all, embedded_api()));
    own.handler = [text](http::RequestContext&) -> domain::base::Task<domain::base::Result<http::Response>> {
        return [](std::shared_ptr<const std::string> json) -> domain::base::Task<domain::base::Result<http::Response>> {
            co_return http::Response::json(200, *json);
        }(text);
    };
    return own;
}

}  // namespace gateway::openapi
