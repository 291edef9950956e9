#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "gateway/http/request.hpp"

namespace gateway::collect {

/// EXTRA as one JSON object text (spec: api §11): `path` when there is one (with its leading slash), then the query
/// parameters but `service_token`, values strings, the last of repeated ones. A parameter named `path` gives way to the
/// path. Fails with kTooLarge over limits::tags_bytes_max.
domain::base::Result<std::string> make_extra(std::string_view path, const std::vector<http::QueryParameter>& query);

}  // namespace gateway::collect
