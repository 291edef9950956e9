#pragma once

#include <vector>

#include "gateway/collect/bundle_writer.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect::elastic {

/// `/v1/elastic/_bulk` of at most 4 MB, `HEAD /v1/elastic/_template/{name}`, `/v1/elastic/_xpack` (spec: api §14), and `GET` and `HEAD`
/// of `/v1/elastic`, by which clients learn which version they speak to. Thread-safe; the writer must outlive it.
class ElasticEndpoint {
public:
    explicit ElasticEndpoint(BundleWriter& bundles) : bundles_(bundles) {}

    std::vector<http::Route> routes();

private:
    domain::base::Task<domain::base::Result<http::Response>> bulk(http::RequestContext& context);

    BundleWriter& bundles_;
};

}  // namespace gateway::collect::elastic
