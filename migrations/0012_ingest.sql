-- Datastreams and ingest tokens that can be changed: settings, and who made and changed them (domain/admin/stamp.hpp).
alter table datastreams
    add column retention_days        bigint,  -- null: for ever
    add column rate_bytes_per_minute bigint,  -- null: no limit
    add column created_by            text   not null default '',
    add column updated_at            bigint,
    add column updated_by            text   not null default '',
    add column version               bigint not null default 1;
alter table ingest_tokens
    add column created_by text   not null default '',
    add column updated_at bigint,
    add column updated_by text   not null default '',
    add column version    bigint not null default 1;

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);
update datastreams set updated_at = created_at;
update ingest_tokens set updated_at = created_at;
alter table datastreams alter column updated_at set not null;
alter table ingest_tokens alter column updated_at set not null;

-- Datasets that were removed: their segments, also those that land later from the log, are dropped.
create table deleted_datasets (
    tenant     text   not null,
    dataset_id bigint not null,
    primary key (tenant, dataset_id)
);

-- What has landed, counted in the transaction that lands it. Minutes of the last hours, by the time at which a gateway took
-- the observations; and everything since the beginning.
create table ingest_minutes (
    tenant        text   not null,
    datastream_id bigint not null,
    token_id      text   not null,
    minute        bigint not null,
    observations  bigint not null,
    bytes         bigint not null,
    primary key (tenant, datastream_id, token_id, minute)
);
create index ingest_minutes_by_age on ingest_minutes (minute);
create table ingest_totals (
    tenant        text   not null,
    datastream_id bigint not null,
    token_id      text   not null,
    first_at      bigint not null,
    last_at       bigint not null,
    observations  bigint not null,
    bytes         bigint not null,
    primary key (tenant, datastream_id, token_id)
);

do $$
declare
    name text;
begin
    foreach name in array array['deleted_datasets', 'ingest_minutes', 'ingest_totals'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy tenant_isolation on %I using '
                       '((select current_setting(''opalite.tenant'', true)) in (tenant, ''*''))', name);
    end loop;
end
$$;
