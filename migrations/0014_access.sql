-- Who may do what. Service accounts are users of another kind, without email address, and
-- with `#<id>` for an email_key; groups hold users and groups; a grant gives
-- a role on a target to a subject (domain/identity/access_policy.hpp).
alter table users
    add column kind        text   not null default 'person',
    add column description text   not null default '',
    add column created_by  text   not null default '',
    add column updated_at  bigint,
    add column updated_by  text   not null default '',
    add column version     bigint not null default 1;
create index users_administrators on users (tenant) where administrator;

create table groups (
    tenant      text   not null,
    id          bigint not null,
    name        text   not null,
    description text   not null,
    created_at  bigint not null,
    created_by  text   not null,
    updated_at  bigint not null,
    updated_by  text   not null,
    version     bigint not null,
    primary key (tenant, id),
    unique (tenant, name)
);

-- member_kind: user, group.
create table group_members (
    tenant      text   not null,
    group_id    bigint not null,
    member_kind text   not null,
    member_id   bigint not null,
    added_at    bigint not null,
    added_by    text   not null,
    primary key (tenant, group_id, member_kind, member_id)
);
create index group_members_by_member on group_members (tenant, member_kind, member_id);

-- subject_kind: user, group, everyone. target: tenant, object, or the kind of all objects that it is about. gives: all of it as
-- one text, so that the same is not granted twice.
create table grants (
    tenant       text   not null,
    id           bigint not null,
    gives        text   not null,
    subject_kind text   not null,
    subject_id   bigint not null,
    target       text   not null,
    object_id    bigint not null,
    role         text   not null,
    created_at   bigint not null,
    created_by   text   not null,
    version      bigint not null,
    primary key (tenant, id),
    unique (tenant, gives)
);

-- The version grows with every change of the three above: what gateways have read is good as long as it is the same.
create table access_states (
    tenant  text   not null primary key,
    version bigint not null,
    groups  bigint not null,
    members bigint not null,
    grants  bigint not null
);

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);
update users set updated_at = created_at;
alter table users alter column updated_at set not null;

-- Every tenant begins with this grant (domain/admin/grant/grant.hpp): what users could read before, they still can.
insert into grants select tenant, 1, 'everyone Viewer of everything', 'everyone', 0, 'tenant', 0, 'Viewer', created_at, '', 1
    from tenants;
insert into access_states select tenant, 1, 0, 0, 1 from tenants;

do $$
declare
    name text;
begin
    foreach name in array array['groups', 'group_members', 'grants', 'access_states'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy tenant_isolation on %I using '
                       '((select current_setting(''opalite.tenant'', true)) in (tenant, ''*''))', name);
    end loop;
end
$$;
