#pragma once

#include <string_view>

#include "domain/base/result.hpp"
#include "domain/query/query_request.hpp"

namespace gateway::query {

/// Reads the body of POST /v1/meta/export/query (spec: api §6.2) into the request's stages, output stage and row limit;
/// tenant and window are the caller's to fill. Unknown keys are ignored. Fails with kInvalidArgument on malformed JSON (with
/// its place), a missing or ill-typed field (with its path), a datasetId that is no number, and on what is not offered yet
/// (`paginate`, `presentation.linkify`, parameters).
domain::base::Result<domain::query::QueryRequest> parse_export_request(std::string_view body);

}  // namespace gateway::query
