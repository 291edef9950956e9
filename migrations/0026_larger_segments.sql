-- Compaction makes larger segments, so more of them count as small; the bounds are those of domain/catalog/compaction.hpp.
drop index segments_small;
create index segments_small on segments (tenant, dataset_id, time_min)
    where byte_count < 16777216 and row_count < 131072 and raw_bytes < 67108864;
