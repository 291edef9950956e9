#pragma once

#include <string>

#include "domain/query/explanation.hpp"

namespace gateway::query {

/// `{"ok":true,"ast":"…","plan":"…","sql":"…","segments":[{"datasetId":"…","path":"…","read":n,"pruned":n,
/// "files":[{"file","rows","bytes","from","to"}]}],"diagnostics":[…]}`; diagnostics as in query_problem.
std::string explanation_json(const domain::query::Explanation& explanation);

}  // namespace gateway::query
