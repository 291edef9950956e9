-- The second wall behind the access policy: a transaction names its tenant in the setting `opalite.tenant` and sees no other
-- tenant's rows, whatever its query says; without the setting it sees nothing. `*` is the scope of the service itself
-- (consumers, login by token id). Forced, because the login role owns the tables; a login that would bypass policies
-- (superuser) takes the role opalite_tenant in a tenant's transaction (infra/postgres/migrator, connection_pool).
do $$
declare
    name text;
begin
    foreach name in array array['command_outcomes', 'dead_letters', 'tenants', 'workspaces', 'users', 'api_tokens',
                                'datasets', 'datastreams', 'ingest_tokens', 'ingest_token_datastreams',
                                'segment_layouts', 'segments', 'retired_files',
                                'idempotency_keys'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        -- The sub-select is evaluated once for a statement, not once for a row.
        execute format('create policy tenant_isolation on %I using '
                       '((select current_setting(''opalite.tenant'', true)) in (tenant, ''*''))', name);
    end loop;
end
$$;
