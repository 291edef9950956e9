#include "infra/postgres/segment_rows.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/compaction_claim.hpp"
#include "infra/postgres/layout_cache.hpp"

namespace infra::postgres {

void insert_segment(pqxx::transaction_base& transaction, const domain::catalog::Segment& segment) {
    const std::string layout = domain::catalog::to_json(segment.layout);
    const std::string hash = layout_hash(layout);
    transaction.exec_params("insert into segment_layouts (tenant, hash, layout) values ($1, $2::uuid, $3) "
                            "on conflict do nothing",
                            segment.tenant.value(), hash, layout);
    transaction.exec_params("insert into segments (tenant, id, dataset_id, file, time_min, time_max, row_count, byte_count, "
                            "raw_bytes, layout_hash, ranges) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid, $11)",
                            segment.tenant.value(), segment.id.value(), segment.dataset.value(), segment.file,
                            domain::base::to_nanoseconds(segment.time_min),
                            domain::base::to_nanoseconds(segment.time_max), segment.rows, segment.bytes,
                            segment.raw_bytes, hash, domain::catalog::to_json(segment.ranges));
}

void retire_segments(pqxx::transaction_base& transaction, const domain::base::TenantId& tenant,
                     domain::base::DatasetId dataset) {
    transaction.exec_params(
        "with gone as (delete from segments where tenant = $1 and dataset_id = $2 returning tenant, file) "
        "insert into retired_files (tenant, file, retired_at) select tenant, file, " + std::string(kServerNanoseconds) +
            " from gone on conflict (tenant, file) do update set retired_at = excluded.retired_at",
        tenant.value(), dataset.value());
}

}  // namespace infra::postgres
