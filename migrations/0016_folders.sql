-- Folders and what is in them (domain/admin/folder/folder.hpp).
create table folders (
    tenant       text   not null,
    id           bigint not null,
    workspace_id bigint not null,
    name         text   not null,
    description  text   not null,
    created_at   bigint not null,
    created_by   text   not null,
    updated_at   bigint not null,
    updated_by   text   not null,
    version      bigint not null,
    primary key (tenant, id),
    unique (tenant, workspace_id, name)
);

create table folder_objects (
    tenant    text   not null,
    object_id bigint not null,
    folder_id bigint not null,
    primary key (tenant, object_id)
);
create index folder_objects_by_folder on folder_objects (tenant, folder_id);

do $$
declare
    name text;
begin
    foreach name in array array['folders', 'folder_objects'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy tenant_isolation on %I using '
                       '((select current_setting(''opalite.tenant'', true)) in (tenant, ''*''))', name);
    end loop;
end
$$;
