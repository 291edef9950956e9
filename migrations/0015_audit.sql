-- The audit trail: with which API token a command was asked for, and what it was about (domain/admin/audit.hpp). Outcomes from
-- before are told without both; a rebuild of the projections fills them in.
alter table command_outcomes
    add column token   text not null default '',
    add column details text not null default '';
create index command_outcomes_by_offset on command_outcomes (partition_id, log_offset);

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);

-- Every tenant begins with the dataset of its audit trail. schema: domain::catalog::observation_schema() as it was then.
insert into datasets (tenant, id, workspace_id, name, kind, source_datastream, schema, created_at, description, definition,
                      version, created_by, updated_at, updated_by)
select t.tenant, 40000001, w.id, 'System/Audit', 'Event', null,
       '{"v":1,"kind":"Event","columns":[["BUNDLE_TIMESTAMP","timestamp"],["OBSERVATION_KIND","string"],["FIELDS","object"],["EXTRA","object"],["BUNDLE_ID","string"],["OBSERVATION_INDEX","int64"],["DATASTREAM_ID","int64"],["DATASTREAM_TOKEN_ID","string"]],"valid_from":"BUNDLE_TIMESTAMP","valid_to":null,"primary_key":[],"label":null}',
       t.created_at, 'What administrators did', null, 1, '', t.created_at, ''
from tenants t
join lateral (select id from workspaces where tenant = t.tenant order by created_at, id limit 1) w on true;
