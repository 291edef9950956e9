-- Derived datasets: definition is the saved pipeline, as the JSON text of domain/catalog/definition.hpp; null for a dataset with
-- segments of its own. The version grows with every change. created_by and updated_by name who asked, empty for a dataset that
-- came with its datastream.
alter table datasets
    add column description text   not null default '',
    add column definition  text,
    add column version     bigint not null default 1,
    add column created_by  text   not null default '',
    add column updated_at  bigint,
    add column updated_by  text   not null default '';

-- Policies are forced on the owner, too.
select set_config('opalite.tenant', '*', true);
update datasets set updated_at = created_at;
alter table datasets alter column updated_at set not null;
