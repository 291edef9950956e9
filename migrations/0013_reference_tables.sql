-- Tables that were uploaded as CSV. The dataset of a table has its columns, key and label, and the segment with its rows; the
-- checksum is the MD5 of the file. created_by and updated_by name who asked; the
-- version grows with every change.
create table reference_tables (
    tenant       text    not null,
    id           bigint  not null,
    dataset_id   bigint  not null,
    workspace_id bigint  not null,
    label        text    not null,
    description  text    not null,
    checksum     text    not null,
    byte_count   bigint  not null,
    row_count    bigint  not null,
    has_header   boolean not null,
    created_at   bigint  not null,
    created_by   text    not null,
    updated_at   bigint  not null,
    updated_by   text    not null,
    version      bigint  not null,
    primary key (tenant, id),
    unique (tenant, label)
);
-- A rebuild of the segments asks which of them belong to tables.
create index reference_tables_by_dataset on reference_tables (tenant, dataset_id);

alter table reference_tables enable row level security;
alter table reference_tables force row level security;
create policy tenant_isolation on reference_tables using
    ((select current_setting('opalite.tenant', true)) in (tenant, '*'));
