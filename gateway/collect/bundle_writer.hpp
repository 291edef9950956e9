#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "domain/ingest/bundle.hpp"
#include "gateway/collect/decoder.hpp"
#include "gateway/collect/payload_builder.hpp"
#include "gateway/collect/sender_limits.hpp"
#include "gateway/http/router.hpp"
#include "gateway/http/slab.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway::collect {

/// What all collection endpoints share once they know their wire format: the limits of the sender, the decoder's steps, and one
/// bundle in the log for each request. Thread-safe; what is handed in must outlive it.
class BundleWriter {
public:
    BundleWriter(domain::eventlog::EventWriter& log, domain::base::Clock& clock, http::SlabPool& pool,
                 RateShares& shares, infra::telemetry::Metrics& metrics);

    http::SlabPool& pool() { return pool_; }

    /// 429 for a sender who is over a rate limit (SenderLimits).
    std::optional<http::Response> over_rate(const http::RequestContext& context);

    /// Drives a decoder to its end, other connections in between, and gives what it wrote to `payload`. Counts a refusal.
    domain::base::Task<domain::base::Result<std::vector<PayloadPart>>> decode(Decoder& decoder, PayloadBuilder& payload);

    /// Appends the parts as one bundle of observations of `kind` (OBSERVATION_KIND) with `extra` (EXTRA, a JSON object) and
    /// returns once they are durable; nothing to append is fine. Fails as EventWriter::append(), and with kInvalidArgument for
    /// an idempotency key that is too long.
    domain::base::Task<domain::base::Result<void>> append(const http::RequestContext& context, std::string_view kind,
                                                          std::string extra, std::vector<PayloadPart> parts);

    /// The same for parts that hold pairs: the EXTRA of an observation, then the observation.
    domain::base::Task<domain::base::Result<void>> append_pairs(const http::RequestContext& context, std::string_view kind,
                                                                std::vector<PayloadPart> parts);

private:
    domain::base::Task<domain::base::Result<void>> append_bundle(const http::RequestContext& context,
                                                                 domain::ingest::BundleHeader header,
                                                                 std::vector<PayloadPart> parts);

    domain::eventlog::EventWriter& log_;
    domain::base::Clock& clock_;
    http::SlabPool& pool_;
    SenderLimits limits_;
    const domain::eventlog::Topic topic_;
    infra::telemetry::Counter& observations_;
    infra::telemetry::Counter& bytes_;
    infra::telemetry::Counter& refused_;
    infra::telemetry::Counter& limited_;
    infra::telemetry::Counter& failed_;
    infra::telemetry::Histogram& append_seconds_;
};

}  // namespace gateway::collect
