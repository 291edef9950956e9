#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/catalog.hpp"
#include "domain/catalog/segment_feed.hpp"
#include "domain/query/expansion.hpp"
#include "domain/query/query_error.hpp"
#include "domain/query/query_store.hpp"

namespace domain::query {

// How far a reader may fall behind what lands.
inline constexpr std::size_t tail_segments_behind_max = 256;
inline constexpr std::int64_t tail_rows_behind_max = 200'000;
inline constexpr std::chrono::seconds tail_statement_max{30};  ///< for the rows of segments that are read together
/// What arrived so long before the tail began is no news when it lands: the segments are being built anew.
inline constexpr std::chrono::hours tail_news_age_max{1};

/// What a tail is of.
struct TailRequest {
    base::TenantId tenant;
    identity::Principal asker;
    base::DatasetId dataset;
    std::string pipeline;                 ///< OPAL whose verbs look at one row at a time
    std::optional<base::Timestamp> from;  ///< also the rows that are there since then
};

/// A step of a tail: rows, or how many rows were left out because the reader is too slow; neither when there is nothing new.
struct TailStep {
    TailStep() = default;
    std::unique_ptr<RowBatch> rows;
    std::int64_t skipped_rows = 0;  ///< of the datasets that are read, before any filter
};

/// The rows of a dataset as they land, each once, in the order in which they land; with `from` those that are there, first.
/// For one reader: one call at a time. The ports must outlive it.
class Tail {
public:
    /// Compiles the pipeline. Fails as QueryEngine::run, and with kInvalidArgument when the dataset or the pipeline needs more than
    /// one row at a time (aggregates, joins, windows, orders, limits) or reads a reference table.
    static base::Task<QueryResult<std::unique_ptr<Tail>>> open(catalog::Catalog& catalog, catalog::SegmentFeed& feed,
                                                               QueryStore& store, const base::Clock& clock, TailRequest request);

    Tail(const Tail&) = delete;
    Tail& operator=(const Tail&) = delete;

    /// What is there. Never waits for something to land. Fails as RowStream::next and the ports; the tail is then at its end.
    base::Task<base::Result<TailStep>> next();

    /// Whether someone may still read everything that the tail shows. Fails as expand.
    base::Task<base::Result<void>> check(identity::Principal asker);

    const std::vector<catalog::Column>& columns() const { return compilation_.schema.columns; }

private:
    /// A segment and the scan that reads it.
    struct Landed {
        Landed(std::size_t the_scan, catalog::Segment the_segment) : scan(the_scan), segment(std::move(the_segment)) {}
        std::size_t scan;
        catalog::Segment segment;
    };

    Tail(catalog::Catalog& catalog, catalog::SegmentFeed& feed, QueryStore& store, const base::Clock& clock)
        : catalog_(catalog), feed_(feed), store_(store), clock_(clock) {}

    QueryRequest question() const;
    base::Task<base::Result<std::int64_t>> look();
    base::Task<base::Result<void>> start_reading();
    std::int64_t forget_oldest();

    catalog::Catalog& catalog_;
    catalog::SegmentFeed& feed_;
    QueryStore& store_;
    const base::Clock& clock_;
    TailRequest request_;
    base::Timestamp began_{};
    Expansion expansion_;
    opal::compiler::Compilation compilation_;
    std::vector<base::DatasetId> scans_;  ///< the dataset of each
    catalog::FeedPosition position_;
    std::deque<Landed> waiting_;          ///< oldest first
    std::unique_ptr<RowStream> reading_;
};

}  // namespace domain::query
