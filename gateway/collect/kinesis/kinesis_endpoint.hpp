#pragma once

#include <string>
#include <vector>

#include "domain/base/time.hpp"
#include "gateway/collect/bundle_writer.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect::kinesis {

/// `/v1/kinesis`: HTTP delivery of Amazon Data Firehose (spec: api §14). Answers 200 once the observations are durable; Firehose
/// repeats everything else. Thread-safe; what is handed in must outlive it.
class KinesisEndpoint {
public:
    KinesisEndpoint(BundleWriter& bundles, const domain::base::Clock& clock) : bundles_(bundles), clock_(clock) {}

    std::vector<http::Route> routes();

private:
    domain::base::Task<domain::base::Result<http::Response>> deliver(http::RequestContext& context);
    domain::base::Task<domain::base::Result<std::vector<PayloadPart>>> decode(http::Slab body, std::string& request_id);
    domain::base::Task<domain::base::Result<void>> decode_record(std::string record, std::size_t& room, PayloadBuilder& payload);
    http::Response answer(int status, const std::string& request_id, std::string_view fault) const;

    BundleWriter& bundles_;
    const domain::base::Clock& clock_;
};

}  // namespace gateway::collect::kinesis
