// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/landing/drop_filters.hpp"

#include <algorithm>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "consumers/landing/log.hpp"
#include "domain/admin/drop_filter/drop_filter.hpp"

namespace consumers::landing {

using domain::base::Result;
using domain::base::Task;
using domain::catalog::DropRule;
using domain::catalog::Segment;
using domain::query::StringCell;

namespace {

/// Without the values that an error may name.
const char* reason_of(const domain::base::Error& error) {
    using domain::base::ErrorCode;
    if (error.code() == ErrorCode::kInvalidArgument) return "a value that it computes is out of range";
    if (error.code() == ErrorCode::kDeadlineExceeded) return "it took too long";
    if (error.code() == ErrorCode::kResourceExhausted) return "it took too much memory";
    return "the query store failed";
}

}  // namespace

bool is_dropped(std::string_view bundle, std::int64_t index, const DropRule& rule) {
    if (rule.drop_share >= domain::admin::drop_filter::whole) return true;
    const XXH64_hash_t seed = XXH3_64bits_withSeed(&index, sizeof index, static_cast<XXH64_hash_t>(rule.filter.value()));
    const XXH64_hash_t hash = XXH3_64bits_withSeed(bundle.data(), bundle.size(), seed);
    return static_cast<std::int64_t>(hash % domain::admin::drop_filter::whole) < rule.drop_share;
}

/// Finds the record of an observation by its name.
class DropFilters::Places {
public:
    explicit Places(const LandingRequest& request) : request_(request) {
        for (std::size_t i = 0; i < request.records.size(); ++i) {
            const auto& header = *request.records[i].header;
            records_.emplace(std::pair(std::string_view(header.bundle.value()), header.first_index), i);
        }
    }

    struct Place {
        std::size_t record = 0;
        std::size_t observation = 0;
    };
    /// Rows come in the order of the records, so mostly the record before is the right one.
    Place find(std::string_view bundle, std::int64_t index, Place before) const {
        const auto& header = *request_.records[before.record].header;
        if (header.bundle.value() == bundle && index >= header.first_index && index < header.first_index + header.count) {
            return {before.record, static_cast<std::size_t>(index - header.first_index)};
        }
        const auto behind = records_.upper_bound(std::pair(bundle, index));
        const auto& [name, record] = *std::prev(behind);
        return {record, static_cast<std::size_t>(index - name.second)};
    }
    const domain::ingest::BundleHeader& header(std::size_t record) const { return *request_.records[record].header; }

private:
    const LandingRequest& request_;
    std::map<std::pair<std::string_view, std::int64_t>, std::size_t> records_;
};

DropFilters::DropFilters(OpenStore open, const domain::base::Clock& clock, infra::telemetry::Metrics& metrics)
    : open_(std::move(open)), clock_(clock),
      dropped_(metrics.counter("opalite_landing_dropped_total", "Observations that drop filters left out")),
      failures_(metrics.counter("opalite_landing_drop_failures_total", "Segments that a drop filter could not look at, and kept")) {}

Result<DropFilters::Filter> DropFilters::compiled(const std::string& pipeline) {
    const std::scoped_lock lock(mutex_);
    if (const auto found = filters_.find(pipeline); found != filters_.end()) return found->second;
    auto filter = domain::query::DropFilter::compile(pipeline);
    if (!filter) return domain::base::Error(filter.error());
    if (filters_.size() >= remembered_max) filters_.clear();
    return filters_.emplace(pipeline, std::make_shared<const domain::query::DropFilter>(std::move(*filter))).first->second;
}

Result<domain::query::QueryStore*> DropFilters::store() {
    const std::scoped_lock lock(mutex_);
    if (!store_) {
        auto opened = open_();
        if (!opened) return opened.error();
        store_ = std::move(*opened);
    }
    return store_.get();
}

void DropFilters::failed(const DropRule& rule, const Segment& segment, const char* reason) {
    failures_.add();
    {
        const std::scoped_lock lock(mutex_);
        if (failing_.size() >= remembered_max) failing_.clear();
        if (!failing_.insert(rule.filter).second) return;
    }
    log().warn("a drop filter could not be run, everything is kept",
              {{"filter", rule.filter.value()}, {"tenant", segment.tenant.value()}, {"reason", reason}});
}

void DropFilters::succeeded(const DropRule& rule) {
    const std::scoped_lock lock(mutex_);
    failing_.erase(rule.filter);
}

Task<const char*> DropFilters::apply(const Places& places, const Segment& segment, const DropRule& rule, std::uint16_t number,
                                     domain::base::Timestamp deadline, RequestDrops& drops) {
    const auto filter = compiled(rule.pipeline);
    if (!filter) co_return "it does not compile";
    const auto queries = store();
    if (!queries) co_return reason_of(queries.error());
    auto query = (*filter)->matches_in(segment);
    auto rows = co_await (*queries)->run(std::move(query), deadline);
    if (!rows) co_return reason_of(rows.error());
    std::vector<Places::Place> chosen;
    Places::Place place;
    for (;;) {
        const auto batch = co_await (*rows)->next();
        if (!batch) co_return reason_of(batch.error());
        if (*batch == nullptr) break;
        const auto* const bundles = (*batch)->columns()[1].values<StringCell>();
        const auto* const indexes = (*batch)->columns()[2].values<std::int64_t>();
        for (std::size_t row = 0; row < (*batch)->rows(); ++row) {
            place = places.find(bundles[row].view(), indexes[row], place);
            if (places.header(place.record).received_at < rule.since) continue;
            if (is_dropped(bundles[row].view(), indexes[row], rule)) chosen.push_back(place);
        }
    }
    // Only now, so that a filter that fails half-way drops nothing.
    for (const Places::Place& each : chosen) {
        std::vector<std::uint16_t>& rules = drops.records[each.record].rules;
        if (rules.size() <= each.observation) rules.resize(each.observation + 1);
        if (rules[each.observation] == 0) rules[each.observation] = number;
    }
    co_return nullptr;
}

Task<RequestDrops> DropFilters::choose(const LandingRequest& request, const Segment& segment, const std::vector<DropRule>& rules) {
    const Places places(request);
    RequestDrops drops;
    drops.records.resize(request.records.size());
    const auto deadline = clock_.now() + segment_max;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const char* const failure = co_await apply(places, segment, rules[i], static_cast<std::uint16_t>(i + 1), deadline, drops);
        if (failure == nullptr) {
            succeeded(rules[i]);
            continue;
        }
        drops.failures.resize(rules.size());
        drops.failures[i] = {segment.rows, failure};
        failed(rules[i], segment, failure);
    }
    std::size_t dropped = 0;
    for (RecordDrops& record : drops.records) {
        record.counts.resize(rules.size());
        dropped += record.rules.size() - static_cast<std::size_t>(std::count(record.rules.begin(), record.rules.end(), 0));
    }
    dropped_.add(static_cast<double>(dropped));
    if (dropped == 0) drops.records.clear();
    co_return drops;
}

}  // namespace consumers::landing
