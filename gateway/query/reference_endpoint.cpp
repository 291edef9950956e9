#include "gateway/query/reference_endpoint.hpp"

#include <nlohmann/json.hpp>

#include "domain/opal/reference/language.hpp"

namespace gateway::query {
namespace {

namespace reference = domain::opal::reference;
using Json = nlohmann::ordered_json;

Json to_json(const std::vector<reference::Alias>& aliases) {
    Json list = Json::array();
    for (const reference::Alias& alias : aliases) {
        list.push_back({{"name", alias.name}, {"deprecated", alias.is_deprecated}});
    }
    return list;
}

Json kinds_json(std::string_view kinds) {
    Json list = Json::array();
    for (std::size_t i = 0; i < kinds.size(); ++i) list.push_back(reference::kind_names(kinds.substr(i, 1)));
    return list;
}

Json to_json(const reference::VerbEntry& verb) {
    return {{"name", verb.doc->name},
            {"chapter", verb.chapter},
            {"aliases", to_json(verb.aliases)},
            {"signature", verb.doc->signature},
            {"inputKinds", kinds_json(verb.doc->kinds)},
            {"outputKind", verb.doc->output},
            {"summary", verb.doc->summary},
            {"example", {{"input", verb.doc->input}, {"pipeline", verb.doc->example}}}};
}

Json to_json(const reference::FunctionEntry& function) {
    Json json = {{"name", function.name},
                 {"chapter", function.chapter},
                 {"kind", function.kind},
                 {"aliases", to_json(function.aliases)},
                 {"signatures", function.signatures},
                 {"summary", function.summary}};
    if (!function.example.empty()) json["example"] = {{"input", function.input}, {"pipeline", function.example}};
    return json;
}

std::string make_reference_json() {
    Json verbs = Json::array();
    for (const reference::VerbEntry& verb : reference::language().verbs) verbs.push_back(to_json(verb));
    Json functions = Json::array();
    for (const reference::FunctionEntry& function : reference::language().functions) functions.push_back(to_json(function));
    return Json{{"verbs", std::move(verbs)}, {"functions", std::move(functions)}}.dump();
}

}  // namespace

const std::string& reference_json() {
    static const std::string kJson = make_reference_json();
    return kJson;
}

domain::base::Task<domain::base::Result<http::Response>> opal_reference(http::RequestContext&) {
    co_return http::Response::json(200, reference_json());
}

}  // namespace gateway::query
