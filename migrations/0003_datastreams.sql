-- A dataset is named by `<workspace>.<name>`. schema is the JSON text of infra/postgres/schema_json.hpp.
create table datasets (
    tenant            text   not null,
    id                bigint not null,
    workspace_id      bigint not null,
    name              text   not null,
    kind              text   not null,
    source_datastream bigint,
    schema            text   not null,
    created_at        bigint not null,
    primary key (tenant, id),
    unique (tenant, workspace_id, name)
);

create table datastreams (
    tenant       text    not null,
    id           bigint  not null,
    workspace_id bigint  not null,
    name         text    not null,
    description  text    not null,
    dataset_id   bigint  not null,
    disabled     boolean not null,
    created_at   bigint  not null,
    primary key (tenant, id),
    unique (tenant, workspace_id, name)
);

create table ingest_tokens (
    tenant        text    not null,
    id            text    not null,
    name          text    not null,
    description   text    not null,
    secret_sha256 text    not null,
    disabled      boolean not null,
    created_at    bigint  not null,
    primary key (tenant, id)
);
-- A collection request names the token, not always the tenant.
create index ingest_tokens_by_id on ingest_tokens (id);

-- place keeps the order in which the datastreams were given: the first one takes what no rule routes elsewhere.
create table ingest_token_datastreams (
    tenant        text    not null,
    token_id      text    not null,
    place         integer not null,
    datastream_id bigint  not null,
    primary key (tenant, token_id, place)
);
