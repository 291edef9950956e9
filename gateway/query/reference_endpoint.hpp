#pragma once

#include <string>

#include "gateway/http/router.hpp"

namespace gateway::query {

/// The language reference as JSON, for editors: `verbs` (name, aliases, signature, kinds, output, summary, example) and
/// `functions` (name, kind, aliases, signatures, summary, example). The same as the pages of the console.
const std::string& reference_json();

/// GET /v1/opal/reference: reference_json(). Thread-safe.
domain::base::Task<domain::base::Result<http::Response>> opal_reference(http::RequestContext& context);

}  // namespace gateway::query
