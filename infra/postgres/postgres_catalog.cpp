// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "infra/postgres/postgres_catalog.hpp"

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
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;
using domain::catalog::SegmentQuery;
using SegmentLists = std::vector<std::vector<Segment>>;

const std::string kDatasets = "select " + dataset_column_list + " from " + dataset_tables + " where d.tenant = $1";

Result<Dataset> only_dataset(const TenantId& tenant, const pqxx::result& rows, const std::string& wanted) {
    if (rows.empty()) return Error(ErrorCode::kNotFound, "dataset not found: " + wanted);
    return dataset_of(tenant, rows[0]);
}

/// One statement is one snapshot, so all lists agree with each other.
constexpr const char* kSegments =
    "select q.place, s.id, s.dataset_id, s.file, s.time_min, s.time_max, s.row_count, s.byte_count, s.raw_bytes, "
    "s.layout_hash from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality "
    "as q (dataset_id, window_from, window_to, place) "
    "join segments s on s.tenant = $1 and s.dataset_id = q.dataset_id "
    "and s.time_max >= q.window_from and s.time_min < q.window_to "
    "order by q.place, s.time_min, s.id";

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

Result<SegmentLists> read_segments(pqxx::transaction_base& transaction, LayoutCache& cache, const TenantId& tenant,
                                   const std::vector<SegmentQuery>& queries) {
    SqlArray datasets;
    SqlArray from;
    SqlArray to;
    for (const SegmentQuery& query : queries) {
        datasets.add(query.dataset.value());
        from.add(domain::base::to_nanoseconds(query.from));
        to.add(domain::base::to_nanoseconds(query.to));
    }
    const auto rows = transaction.exec_params(kSegments, tenant.value(), datasets.text(), from.text(), to.text());
    LayoutSource layouts(transaction, cache, tenant);
    SegmentLists lists(queries.size());
    for (const auto& row : rows) {
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
        lists[static_cast<std::size_t>(number_of(row[0].c_str()) - 1)].push_back(std::move(segment));
    }
    return lists;
}

}  // namespace

Task<Result<Dataset>> PostgresCatalog::find(const TenantId& tenant, DatasetId id) {
    auto work = [tenant, id](pqxx::transaction_base& transaction) {
        const auto rows = transaction.exec_params(kDatasets + " and d.id = $2", tenant.value(), id.value());
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
        const auto rows = transaction.exec_params(kDatasets + " and w.name = $2 and d.name = $3",
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

}  // namespace infra::postgres
