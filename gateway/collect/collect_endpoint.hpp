#pragma once

#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "gateway/collect/bundle_writer.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect {

/// Collection over plain HTTP (spec: api §10, §11): validates a body, appends its observations to the log as one bundle and
/// answers 200 once they are durable. All or nothing. Thread-safe; the writer must outlive it.
class CollectEndpoint {
public:
    explicit CollectEndpoint(BundleWriter& bundles) : bundles_(bundles) {}

    /// `/v1/http`, `/v1/http/{path...}`, the older `/v1/observations…`, and `GET /` of the collection host.
    std::vector<http::Route> routes();

private:
    domain::base::Task<domain::base::Result<http::Response>> hello(http::RequestContext& context);
    domain::base::Task<domain::base::Result<http::Response>> collect(http::RequestContext& context);
    domain::base::Task<domain::base::Result<std::vector<PayloadPart>>> decode(WireFormat format, http::Slab body);

    BundleWriter& bundles_;
};

}  // namespace gateway::collect
