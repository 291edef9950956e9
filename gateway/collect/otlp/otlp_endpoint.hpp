#pragma once

#include <string_view>
#include <vector>

#include "gateway/collect/bundle_writer.hpp"
#include "gateway/collect/otlp/otlp_answer.hpp"
#include "gateway/collect/otlp/otlp_rules.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect::otlp {

/// OTLP over HTTP, protobuf and JSON (spec: api §12): `/v2/otel/v1/{logs,metrics,traces}`, the same below `/v1/otel`, and
/// `/v1/kubernetes/v1/entity`, which are logs of the kind `entity`. Answers once the observations are durable. Thread-safe; the
/// writer must outlive it.
class OtlpEndpoint {
public:
    explicit OtlpEndpoint(BundleWriter& bundles) : bundles_(bundles) {}

    std::vector<http::Route> routes();

private:
    domain::base::Task<domain::base::Result<http::Response>> take(http::RequestContext& context, Signal signal,
                                                                  std::string_view kind);
    domain::base::Task<domain::base::Result<http::Slab>> wire_body(Signal signal, Encoding encoding, http::Slab body);

    BundleWriter& bundles_;
};

}  // namespace gateway::collect::otlp
