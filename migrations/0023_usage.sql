-- What was sent in each minute, until a segment of the dataset System holds it (domain/catalog/landing_store.hpp: UsageCount).
create table usage_minutes (
    tenant        text   not null,
    schema        text   not null,
    datastream_id bigint not null,
    source        text   not null,
    path          text   not null,
    minute        bigint not null,
    observations  bigint not null,
    bytes         bigint not null,
    changed_at    bigint not null,
    primary key (tenant, schema, datastream_id, source, path, minute)
);

alter table usage_minutes enable row level security;
alter table usage_minutes force row level security;
create policy tenant_isolation on usage_minutes using
    ((select current_setting('opalite.tenant', true)) in (tenant, '*'));

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);

-- Every tenant begins with that dataset. schema: domain::catalog::observation_schema() as it was then. A tenant that has used the
-- name keeps it for its own.
insert into datasets (tenant, id, workspace_id, name, kind, source_datastream, schema, created_at, description, definition,
                      version, created_by, updated_at, updated_by)
select t.tenant, 40000002, w.id,
       case when exists (select from datasets d where d.tenant = t.tenant and d.workspace_id = w.id and d.name = 'System')
            then 'System/Usage' else 'System' end,
       'Event', null,
       '{"v":1,"kind":"Event","columns":[["BUNDLE_TIMESTAMP","timestamp"],["OBSERVATION_KIND","string"],["FIELDS","object"],["EXTRA","object"],["BUNDLE_ID","string"],["OBSERVATION_INDEX","int64"],["DATASTREAM_ID","int64"],["DATASTREAM_TOKEN_ID","string"]],"valid_from":"BUNDLE_TIMESTAMP","valid_to":null,"primary_key":[],"label":null}',
       t.created_at, 'What the service says about itself', null, 1, '', t.created_at, ''
from tenants t
join lateral (select id from workspaces where tenant = t.tenant order by created_at, id limit 1) w on true;
