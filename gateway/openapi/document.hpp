#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateway/http/router.hpp"

namespace gateway::openapi {

/// The texts of api/*.json.
const std::vector<std::string_view>& embedded_api();

/// The OpenAPI 3.1 document of the routes, as JSON. A description without a route is left out; one that is malformed is a bug of
/// this build: assertion.
std::string document(const std::vector<http::Route>& routes, const std::vector<std::string_view>& descriptions);

/// GET /v1/openapi for these routes, itself among them.
http::Route route_of(const std::vector<http::Route>& routes);

}  // namespace gateway::openapi
