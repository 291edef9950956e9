#include "gateway/query/explanation_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "domain/base/time.hpp"
#include "gateway/query/query_problem.hpp"

namespace gateway::query {
namespace {

using Json = nlohmann::ordered_json;

Json write(const domain::query::Explanation::Scan& scan) {
    Json files = Json::array();
    for (const domain::catalog::Segment& segment : scan.read) {
        files.push_back({{"file", segment.file}, {"rows", segment.rows}, {"bytes", segment.bytes},
                         {"from", domain::base::to_rfc3339(segment.time_min)},
                         {"to", domain::base::to_rfc3339(segment.time_max)}});
    }
    return {{"datasetId", std::to_string(scan.dataset.value())}, {"path", scan.path}, {"read", scan.read.size()},
            {"pruned", scan.segments - scan.read.size()}, {"prunedByValues", scan.in_window - scan.read.size()},
            {"files", std::move(files)}};
}

}  // namespace

std::string explanation_json(const domain::query::Explanation& explanation) {
    Json root;
    root["ok"] = true;
    for (const auto& section : explanation.sections) root[section.name] = section.text;
    root["segments"] = Json::array();
    for (const auto& scan : explanation.scans) root["segments"].push_back(write(scan));
    root["diagnostics"] = Json::parse(diagnostics_json(explanation.diagnostics));
    return root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gateway::query
