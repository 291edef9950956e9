-- What is told about API tokens besides what authentication needs.
alter table api_tokens
    add column description text   not null default '',
    add column created_by  text   not null default '',
    add column updated_at  bigint,
    add column updated_by  text   not null default '',
    add column version     bigint not null default 1;

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);
update api_tokens set updated_at = created_at;
alter table api_tokens alter column updated_at set not null;

-- When an API token was last used. Written by the gateways, at most once a minute for each token, and not through the log: it
-- decides nothing, and a log that is kept for ever is no place for every use. So a rebuild of the projections leaves it alone.
create table api_token_uses (
    tenant       text   not null,
    token_id     text   not null,
    last_used_at bigint not null,
    primary key (tenant, token_id)
);

-- Logins that a program has asked for and that its user has yet to accept; rows are removed an hour after their end. They
-- are not in the log: anyone may ask, so the log would grow at the wish of strangers, and nothing that lasts comes of a request
-- before the access key is made, which is a command like any other. The key's secret is never here: it is made by the gateway
-- that hands it out (gateway/admin/delegated_login.hpp). id is the SHA-256 of the token that the program polls with.
create table delegated_logins (
    tenant       text   not null,
    id           text   not null,
    user_id      bigint not null,
    integration  text   not null,
    client_token text   not null,
    address      text   not null,
    state        text   not null,  -- pending, accepted, denied, handed out
    token_id     text   not null,  -- the access key to be made
    created_at   bigint not null,
    expires_at   bigint not null,
    primary key (tenant, id)
);
-- A poll names the request, not always the tenant.
create index delegated_logins_by_id on delegated_logins (id);
create index delegated_logins_by_user on delegated_logins (tenant, user_id);
create index delegated_logins_by_end on delegated_logins (expires_at);

do $$
declare
    name text;
begin
    foreach name in array array['api_token_uses', 'delegated_logins'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy tenant_isolation on %I using '
                       '((select current_setting(''opalite.tenant'', true)) in (tenant, ''*''))', name);
    end loop;
end
$$;
