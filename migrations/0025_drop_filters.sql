-- What is left out of a datastream before it is stored (domain/admin/drop_filter/drop_filter.hpp).
create table drop_filters (
    tenant        text    not null,
    id            bigint  not null,
    datastream_id bigint  not null,
    label         text    not null,
    description   text    not null,
    pipeline      text    not null,
    drop_share    bigint  not null,  -- millionths
    enabled       boolean not null,
    since         bigint  not null,
    created_at    bigint  not null,
    created_by    text    not null,
    updated_at    bigint  not null,
    updated_by    text    not null,
    version       bigint  not null,
    primary key (tenant, id)
);
create index drop_filters_by_datastream on drop_filters (tenant, datastream_id);

-- What each has done, counted in the transactions that land what it left.
create table drop_filter_counts (
    tenant       text   not null,
    filter_id    bigint not null,
    observations bigint not null,
    bytes        bigint not null,
    failures     bigint not null,
    last_failure text,
    last_at      bigint,
    primary key (tenant, filter_id)
);

do $$
declare
    name text;
begin
    foreach name in array array['drop_filters', 'drop_filter_counts'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy tenant_isolation on %I using '
                       '((select current_setting(''opalite.tenant'', true)) in (tenant, ''*''))', name);
    end loop;
end
$$;
