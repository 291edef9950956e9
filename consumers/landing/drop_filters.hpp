#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "consumers/landing/flush_plan.hpp"
#include "domain/catalog/landing_store.hpp"
#include "domain/query/drop_filter.hpp"
#include "domain/query/query_store.hpp"
#include "infra/telemetry/metrics.hpp"

namespace consumers::landing {

/// Says which observations of a segment, that nobody sees yet, drop filters leave out.
///
/// The pipelines are run by the query store over the segment's file, so a filter means what it means in a query. Of the rows that
/// one lets through, those are dropped whose hash, of the observation's name and the filter, is within the share: the same ones
/// whenever a segment is made of them. The first filter that drops an observation counts it. A filter that cannot be run keeps
/// everything. Thread-safe.
class DropFilters {
public:
    using OpenStore = std::function<domain::base::Result<std::unique_ptr<domain::query::QueryStore>>()>;

    static constexpr std::size_t remembered_max = 1'000;  ///< pipelines that are kept compiled, filters known to fail
    /// Of all filters over one segment; what is not done by then is kept, since everybody's observations wait meanwhile.
    static constexpr std::chrono::seconds segment_max{10};

    /// `open` is called when the first filter is met.
    DropFilters(OpenStore open, const domain::base::Clock& clock, infra::telemetry::Metrics& metrics);

    /// What the rules do to the request that was landed as `segment`. Never fails: what cannot be found out is kept, counted and logged.
    domain::base::Task<RequestDrops> choose(const LandingRequest& request, const domain::catalog::Segment& segment,
                                            const std::vector<domain::catalog::DropRule>& rules);

private:
    class Places;
    using Filter = std::shared_ptr<const domain::query::DropFilter>;

    domain::base::Result<Filter> compiled(const std::string& pipeline);
    domain::base::Result<domain::query::QueryStore*> store();
    /// Puts the rows of the segment that the rule drops into `drops`, where no rule before it has. Gives the reason why it could
    /// not, or null.
    domain::base::Task<const char*> apply(const Places& places, const domain::catalog::Segment& segment,
                                          const domain::catalog::DropRule& rule, std::uint16_t number,
                                          domain::base::Timestamp deadline, RequestDrops& drops);
    /// Counts it, and logs a filter that has run before.
    void failed(const domain::catalog::DropRule& rule, const domain::catalog::Segment& segment, const char* reason);
    void succeeded(const domain::catalog::DropRule& rule);

    const OpenStore open_;
    const domain::base::Clock& clock_;
    infra::telemetry::Counter& dropped_;
    infra::telemetry::Counter& failures_;
    std::mutex mutex_;  // guards what follows
    std::unique_ptr<domain::query::QueryStore> store_;
    std::map<std::string, Filter> filters_;            ///< by pipeline
    std::set<domain::base::ObjectId> failing_;         ///< those whose failure has been logged
};

/// True when an observation that the filter's pipeline lets through is within its share.
bool is_dropped(std::string_view bundle, std::int64_t index, const domain::catalog::DropRule& rule);

}  // namespace consumers::landing
