// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "infra/postgres/postgres_catalog.hpp"

#include <algorithm>

#include <pqxx/pqxx>

#include "infra/postgres/dataset_row.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {
namespace {

using domain::base::DatasetId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::catalog::Dataset;
using domain::catalog::FeedPosition;
using domain::catalog::FeedStart;
using domain::catalog::FeedStep;
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;
using domain::catalog::SegmentQuery;
using SegmentLists = std::vector<std::vector<Segment>>;

const std::string kDatasetRows = "select " + dataset_column_list + " from " + dataset_tables + " where d.tenant = $1";

Result<Dataset> only_dataset(const TenantId& tenant, const pqxx::result& rows, const std::string& wanted) {
    if (rows.empty()) return Error(ErrorCode::kNotFound, "dataset not found: " + wanted);
    return dataset_of(tenant, rows[0]);
}

/// One statement is one snapshot, so all lists agree with each other, and with the position.
const std::string kSegments =
    "select q.place, s.id, s.dataset_id, s.file, s.time_min, s.time_max, s.row_count, s.byte_count, s.raw_bytes, "
    "s.layout_hash, case when q.with_ranges then s.ranges end as ranges "
    "from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[]) with ordinality "
    "as q (dataset_id, window_from, window_to, with_ranges, place) "
    "join segments s on s.tenant = $1 and s.dataset_id = q.dataset_id "
    "and s.time_max >= q.window_from and s.time_min < q.window_to "
    "order by q.place, s.time_min, s.id";
const std::string kFeedStart = "select found.*, pg_current_snapshot()::text from (select) as one left join (" + kSegments +
                               ") as found on true order by found.place, found.time_min, found.id";

/// Everything that the position's snapshot did not see and this one does; the newest first, so that the limit cuts the oldest.
const std::string kFeedStep =
    "select l.row_count, s.id, s.dataset_id, s.file, s.time_min, s.time_max, s.row_count, s.byte_count, s.raw_bytes, "
    "s.layout_hash, null as ranges, pg_current_snapshot()::text, sum(l.row_count) over () from (select) as one "
    "left join (select * from segment_landings where tenant = $1 and dataset_id = any($2::bigint[]) "
    "and landed_by >= pg_snapshot_xmin($3::pg_snapshot) and not pg_visible_in_snapshot(landed_by, $3::pg_snapshot)) as l on true "
    "left join segments s on s.tenant = l.tenant and s.id = l.segment_id "
    "order by l.landed_by desc, s.time_min desc, l.segment_id desc limit $4";

/// Gives each layout hash its parsed layout: from the cache, else from the table.
class LayoutSource {
public:
    LayoutSource(pqxx::transaction_base& transaction, LayoutCache& cache, const TenantId& tenant)
        : transaction_(transaction), cache_(cache), tenant_(tenant) {}

    Result<const SegmentLayout*> find(const std::string& hash) {
        auto& layout = seen_[hash];
        if (!layout) layout = cache_.find(tenant_, hash);
        if (!layout) {
            const auto rows = transaction_.exec_params(
                "select layout from segment_layouts where tenant = $1 and hash = $2::uuid", tenant_.value(), hash);
            if (rows.empty()) return Error(ErrorCode::kInternal, "segment layout is missing: " + hash);
            auto parsed = domain::catalog::layout_from_json(rows[0][0].as<std::string>());
            if (!parsed) return parsed.error();
            layout = std::make_shared<const SegmentLayout>(std::move(*parsed));
            cache_.insert(tenant_, hash, layout);
        }
        return layout.get();
    }

private:
    pqxx::transaction_base& transaction_;
    LayoutCache& cache_;
    const TenantId& tenant_;
    std::unordered_map<std::string, std::shared_ptr<const SegmentLayout>> seen_;
};

/// Reads columns 1 to 10 of kSegments.
Result<Segment> segment_of(const TenantId& tenant, const pqxx::row& row, LayoutSource& layouts) {
    const auto layout = layouts.find(row[9].c_str());
    if (!layout) return layout.error();
    Segment segment;
    segment.id = domain::base::SegmentId(row[1].c_str());
    segment.tenant = tenant;
    segment.dataset = DatasetId(number_of(row[2].c_str()));
    segment.file = row[3].c_str();
    segment.time_min = domain::base::from_nanoseconds(number_of(row[4].c_str()));
    segment.time_max = domain::base::from_nanoseconds(number_of(row[5].c_str()));
    segment.rows = number_of(row[6].c_str());
    segment.bytes = number_of(row[7].c_str());
    segment.raw_bytes = number_of(row[8].c_str());
    segment.layout = **layout;
    if (!row[10].is_null()) {
        auto ranges = domain::catalog::ranges_from_json(row[10].c_str());
        if (!ranges) return ranges.error();
        segment.ranges = std::move(*ranges);
    }
    return segment;
}

pqxx::result ask_segments(pqxx::transaction_base& transaction, const std::string& statement, const TenantId& tenant,
                          const std::vector<SegmentQuery>& queries) {
    SqlArray datasets;
    SqlArray from;
    SqlArray to;
    SqlArray with_ranges;
    for (const SegmentQuery& query : queries) {
        datasets.add(query.dataset.value());
        from.add(domain::base::to_nanoseconds(query.from));
        to.add(domain::base::to_nanoseconds(query.to));
        with_ranges.add(query.with_ranges);
    }
    return transaction.exec_params(statement, tenant.value(), datasets.text(), from.text(), to.text(), with_ranges.text());
}

Result<SegmentLists> lists_of(pqxx::transaction_base& transaction, LayoutCache& cache, const TenantId& tenant,
                              const pqxx::result& rows, std::size_t count) {
    LayoutSource layouts(transaction, cache, tenant);
    SegmentLists lists(count);
    for (const auto& row : rows) {
        if (row[0].is_null()) continue;
        auto segment = segment_of(tenant, row, layouts);
        if (!segment) return segment.error();
        lists[static_cast<std::size_t>(number_of(row[0].c_str()) - 1)].push_back(std::move(*segment));
    }
    return lists;
}

Result<SegmentLists> read_segments(pqxx::transaction_base& transaction, LayoutCache& cache, const TenantId& tenant,
                                   const std::vector<SegmentQuery>& queries) {
    const auto rows = ask_segments(transaction, kSegments, tenant, queries);
    return lists_of(transaction, cache, tenant, rows, queries.size());
}

Result<FeedStart> read_start(pqxx::transaction_base& transaction, LayoutCache& cache, const TenantId& tenant,
                             const std::vector<SegmentQuery>& queries) {
    const auto rows = ask_segments(transaction, kFeedStart, tenant, queries);
    auto lists = lists_of(transaction, cache, tenant, rows, queries.size());
    if (!lists) return lists.error();
    FeedStart start;
    start.position = FeedPosition(rows[0][11].c_str());
    start.segments = std::move(*lists);
    return start;
}

Result<FeedStep> read_step(pqxx::transaction_base& transaction, LayoutCache& cache, const TenantId& tenant,
                           const FeedPosition& after, const std::vector<DatasetId>& datasets, std::size_t segments_max) {
    SqlArray ids;
    for (const DatasetId id : datasets) ids.add(id.value());
    const auto rows = transaction.exec_params(kFeedStep, tenant.value(), ids.text(), after.text,
                                              static_cast<std::int64_t>(segments_max));
    FeedStep step;
    step.position = FeedPosition(rows[0][11].c_str());
    if (rows[0][0].is_null()) return step;
    step.skipped_rows = number_of(rows[0][12].c_str());
    LayoutSource layouts(transaction, cache, tenant);
    for (const auto& row : rows) {
        if (row[1].is_null()) continue;  // compacted, or dropped
        auto segment = segment_of(tenant, row, layouts);
        if (!segment) return segment.error();
        step.skipped_rows -= segment->rows;
        step.segments.push_back(std::move(*segment));
    }
    std::reverse(step.segments.begin(), step.segments.end());
    return step;
}

}  // namespace

Task<Result<Dataset>> PostgresCatalog::find(const TenantId& tenant, DatasetId id) {
    auto work = [tenant, id](pqxx::transaction_base& transaction) {
        const auto rows = transaction.exec_params(kDatasetRows + " and d.id = $2", tenant.value(), id.value());
        return only_dataset(tenant, rows, std::to_string(id.value()));
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<Dataset>> PostgresCatalog::find_by_path(const TenantId& tenant, const std::string& path) {
    auto work = [tenant, path](pqxx::transaction_base& transaction) -> Result<Dataset> {
        const auto dot = path.find('.');
        // PostgreSQL's texts hold no NUL byte, so no dataset has a name with one.
        if (dot == std::string::npos || path.find('\0') != std::string::npos) {
            return Error(ErrorCode::kNotFound, "dataset not found: " + path);
        }
        const auto rows = transaction.exec_params(kDatasetRows + " and w.name = $2 and d.name = $3",
                                                  tenant.value(), path.substr(0, dot), path.substr(dot + 1));
        return only_dataset(tenant, rows, path);
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<SegmentLists>> PostgresCatalog::segments(const TenantId& tenant, std::vector<SegmentQuery> queries) {
    auto work = [this, tenant, queries = std::move(queries)](pqxx::transaction_base& transaction) {
        return read_segments(transaction, layouts_, tenant, queries);
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<FeedStart>> PostgresCatalog::begin(const TenantId& tenant, std::vector<SegmentQuery> queries) {
    auto work = [this, tenant, queries = std::move(queries)](pqxx::transaction_base& transaction) {
        return read_start(transaction, layouts_, tenant, queries);
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<FeedStep>> PostgresCatalog::next(const TenantId& tenant, FeedPosition after, std::vector<DatasetId> datasets,
                                             std::size_t segments_max) {
    auto work = [this, tenant, after = std::move(after), datasets = std::move(datasets),
                 segments_max](pqxx::transaction_base& transaction) {
        return read_step(transaction, layouts_, tenant, after, datasets, segments_max);
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

}  // namespace infra::postgres
