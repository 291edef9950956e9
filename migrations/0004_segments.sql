-- The catalog of Parquet files (domain/catalog/segment.hpp). A layout is stored once for each distinct text, under the
-- 128-bit hash of that text, so that a segment's row stays small; it carries the tenant because its paths are the tenant's
-- data. Layouts never change and are never removed.
create table segment_layouts (
    tenant text not null,
    hash   uuid not null,
    layout text not null,
    primary key (tenant, hash)
);

create table segments (
    tenant      text   not null,
    id          text   not null,
    dataset_id  bigint not null,
    file        text   not null,
    time_min    bigint not null,
    time_max    bigint not null,
    row_count   bigint not null,
    byte_count  bigint not null,
    raw_bytes   bigint not null,
    layout_hash uuid   not null,
    primary key (tenant, id)
);
-- Most windows end now, so the upper bound of the rows is what selects.
create index segments_by_time on segments (tenant, dataset_id, time_max, time_min);
create index segments_by_file on segments (file);

-- Files that a compaction or the retention took out of the catalog; running queries may still read them until they are
-- deleted.
create table retired_files (
    tenant     text   not null,
    file       text   not null,
    retired_at bigint not null,
    primary key (tenant, file)
);
create index retired_files_by_file on retired_files (file);

-- Requests with an Idempotency-Key that have landed. The key is whatever bytes the client sent.
create table idempotency_keys (
    tenant    text   not null,
    key       bytea  not null,
    landed_at bigint not null,
    primary key (tenant, key)
);
create index idempotency_keys_by_age on idempotency_keys (landed_at);
