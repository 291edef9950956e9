-- Which group of small segments a consumer is merging at the moment, so that no other does the same work; whoever finds the
-- row expired takes it over. Nothing depends on it for correctness: the swap of segments fails when another was faster.
create table compaction_leases (
    tenant     text    not null,
    dataset_id bigint  not null,
    tier       integer not null,  -- size class of the segments
    span_start bigint  not null,  -- beginning of the span of time that their first rows lie in
    holder     text    not null,  -- the attempt
    expires_at bigint  not null,
    primary key (tenant, dataset_id, tier, span_start)
);
alter table compaction_leases enable row level security;
alter table compaction_leases force row level security;
create policy tenant_isolation on compaction_leases using
    ((select current_setting('opalite.tenant', true)) in (tenant, '*'));

-- The segments that compaction looks at, which are few beside all the large ones; the bounds are those of
-- domain/catalog/compaction.hpp.
create index segments_small on segments (tenant, dataset_id, time_min)
    where byte_count < 4194304 and row_count < 262144 and raw_bytes < 67108864;
create index retired_files_by_age on retired_files (retired_at);
