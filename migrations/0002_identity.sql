create table tenants (
    tenant     text   not null primary key,
    label      text   not null,
    created_at bigint not null
);

create table workspaces (
    tenant     text   not null,
    id         bigint not null,
    name       text   not null,
    created_at bigint not null,
    primary key (tenant, id),
    unique (tenant, name)
);

-- email_key is the address in lower case: two users cannot differ in case alone.
create table users (
    tenant        text    not null,
    id            bigint  not null,
    email         text    not null,
    email_key     text    not null,
    label         text    not null,
    administrator boolean not null,
    disabled      boolean not null,
    password_hash text    not null,
    created_at    bigint  not null,
    primary key (tenant, id),
    unique (tenant, email_key)
);

-- Secrets stand here as the hexadecimal SHA-256 of their text.
create table api_tokens (
    tenant        text    not null,
    id            text    not null,
    user_id       bigint  not null,
    kind          text    not null,
    name          text    not null,
    secret_sha256 text    not null,
    renewable     boolean not null,
    disabled      boolean not null,
    created_at    bigint  not null,
    expires_at    bigint  not null,
    primary key (tenant, id)
);
create index api_tokens_by_secret on api_tokens (tenant, secret_sha256);
create index api_tokens_by_user on api_tokens (tenant, user_id);
