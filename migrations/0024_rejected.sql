-- What could not be landed and waits to be put in again (domain/catalog/landing_store.hpp: RejectionName). The tenant is empty when the
-- record names none. The bytes are in the log, topic opalite.dead-letters.
create table rejected_records (
    tenant      text   not null,
    name        text   not null,
    dataset_id  bigint not null,
    rejected_at bigint not null,
    primary key (tenant, name)
);

alter table rejected_records enable row level security;
alter table rejected_records force row level security;
create policy tenant_isolation on rejected_records using
    ((select current_setting('opalite.tenant', true)) in (tenant, '*'));

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);

-- Every tenant begins with the dataset that shows them. schema: domain::catalog::observation_schema() as it was then. A tenant that
-- has used the name keeps it for its own.
insert into datasets (tenant, id, workspace_id, name, kind, source_datastream, schema, created_at, description, definition,
                      version, created_by, updated_at, updated_by)
select t.tenant, 40000003, w.id,
       case when exists (select from datasets d where d.tenant = t.tenant and d.workspace_id = w.id and d.name = 'System/Rejected')
            then 'System/Rejected records' else 'System/Rejected' end,
       'Event', null,
       '{"v":1,"kind":"Event","columns":[["BUNDLE_TIMESTAMP","timestamp"],["OBSERVATION_KIND","string"],["FIELDS","object"],["EXTRA","object"],["BUNDLE_ID","string"],["OBSERVATION_INDEX","int64"],["DATASTREAM_ID","int64"],["DATASTREAM_TOKEN_ID","string"]],"valid_from":"BUNDLE_TIMESTAMP","valid_to":null,"primary_key":[],"label":null}',
       t.created_at, 'What was accepted and could not be stored', null, 1, '', t.created_at, ''
from tenants t
join lateral (select id from workspaces where tenant = t.tenant order by created_at, id limit 1) w on true;
