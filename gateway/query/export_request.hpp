#pragma once

#include <string_view>

#include "domain/base/result.hpp"
#include "domain/query/query_request.hpp"

namespace gateway::query {

/// The body of POST /v1/meta/export/query.
struct ExportRequest {
    domain::query::QueryRequest question;  ///< tenant and window are the caller's to fill
    bool explain = false;                  ///< tell how it would be answered instead
};

/// Reads the body (spec: api §6.2): stages, output stage, parameters, row limit; our extension `"explain": true`. Unknown keys
/// are ignored. Fails with
/// kInvalidArgument on malformed JSON (with its place), a missing or ill-typed field (with its path), a datasetId that is no
/// number, and on what is not offered yet (`paginate`).
domain::base::Result<ExportRequest> parse_export_request(std::string_view body);

}  // namespace gateway::query
