#pragma once

#include "domain/query/query_error.hpp"
#include "gateway/http/response.hpp"

namespace gateway::query {

/// The answer to a query or definition that cannot be: the error shape of http/problem, and behind its message what programs can
/// take apart (spec: api §3):
/// `"diagnostics":[{"stage","line","column","length","severity","code","message","hint"}]` for OPAL that does not compile, lines
/// and columns from 1, in characters; `"dependents":[{"id","path","reason"}]` for a change that datasets stand in the way of.
/// Only for errors that have one of the two.
http::Response query_problem(const domain::query::QueryError& error);

/// Diagnostics as the JSON array above.
std::string diagnostics_json(const std::vector<domain::query::Diagnostic>& diagnostics);

/// Whether query_problem has more to say than the message.
inline bool has_details(const domain::query::QueryError& error) {
    return !error.diagnostics().empty() || !error.dependents().empty();
}

}  // namespace gateway::query
