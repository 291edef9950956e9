-- What landed of late, in the order of transactions, for those who follow a dataset (domain/catalog/segment_feed.hpp). A compaction
-- takes a segment out of the catalog, its row here stays, so that a follower who came too late knows how much it has missed.
-- Rows are removed after some minutes.
create table segment_landings (
    tenant     text   not null,
    segment_id text   not null,
    dataset_id bigint not null,
    row_count  bigint not null,
    landed_by  xid8   not null default pg_current_xact_id(),
    landed_at  bigint not null default (extract(epoch from clock_timestamp()) * 1000000000)::bigint,
    primary key (tenant, segment_id)
);
create index segment_landings_by_order on segment_landings (tenant, dataset_id, landed_by);
create index segment_landings_by_age on segment_landings (landed_at);

alter table segment_landings enable row level security;
alter table segment_landings force row level security;
create policy tenant_isolation on segment_landings using
    ((select current_setting('opalite.tenant', true)) in (tenant, '*'));
