#pragma once

#include <atomic>
#include <chrono>

#include "domain/query/tail.hpp"
#include "gateway/auth/authenticator.hpp"
#include "gateway/http/router.hpp"
#include "gateway/query/tail_places.hpp"
#include "infra/runtime/signal.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway::query {

/// GET /v1/datasets/{id}/tail?filter=<OPAL>&from=<time or interval>&for=<interval>: the rows of a dataset as they land
/// (tail_form.hpp says how they are written), each once, until the client leaves, `for` is over (an hour at the most), or the key
/// or its rights are taken away, which is looked after every two seconds. `from` (a day back at the most) gives the rows since then first.
/// A client that is too slow is told how many rows were skipped. The ports must outlive it. Thread-safe.
class TailEndpoint {
public:
    static constexpr std::chrono::hours duration_max{1};
    static constexpr std::chrono::hours from_max{24};
    static constexpr std::chrono::seconds check_interval{2};
    static constexpr std::chrono::seconds keep_alive_interval{10};
    static constexpr std::chrono::milliseconds look_pause{50};  ///< between two looks at the catalog

    TailEndpoint(domain::catalog::Catalog& catalog, domain::catalog::SegmentFeed& feed, domain::query::QueryStore& store,
                 auth::Authenticator& authenticator, const domain::base::Clock& clock, infra::telemetry::Metrics& metrics);

    domain::base::Task<domain::base::Result<http::Response>> tail(http::RequestContext& context);

    /// Something landed. Never blocks for long.
    void landed() { landed_.notify_all(); }
    /// Ends all tails: their requests are complete soon after. For the shutdown.
    void stop();

private:
    class Body;

    domain::catalog::Catalog& catalog_;
    domain::catalog::SegmentFeed& feed_;
    domain::query::QueryStore& store_;
    auth::Authenticator& authenticator_;
    const domain::base::Clock& clock_;
    infra::telemetry::Counter& rows_;
    infra::telemetry::Counter& skipped_rows_;
    infra::runtime::ChangeSignal landed_;
    std::atomic<bool> stopping_{false};
    TailPlaces places_;
};

}  // namespace gateway::query
