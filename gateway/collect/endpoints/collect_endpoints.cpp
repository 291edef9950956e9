#include "gateway/collect/endpoints/collect_endpoints.hpp"

#include <utility>

namespace gateway::collect::endpoints {

std::vector<http::Route> CollectEndpoints::routes() {
    std::vector<http::Route> routes = http_.routes();
    for (http::Route& route : otlp_.routes()) routes.push_back(std::move(route));
    for (http::Route& route : prometheus_.routes()) routes.push_back(std::move(route));
    for (http::Route& route : elastic_.routes()) routes.push_back(std::move(route));
    for (http::Route& route : kinesis_.routes()) routes.push_back(std::move(route));
    return routes;
}

}  // namespace gateway::collect::endpoints
