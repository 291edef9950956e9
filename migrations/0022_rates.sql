-- Rate limits of tokens and customers beside those of datastreams, in bytes and in observations; null: no limit.
alter table tenants
    add column rate_bytes_per_minute        bigint,
    add column rate_observations_per_minute bigint;
alter table datastreams
    add column rate_observations_per_minute bigint;
alter table ingest_tokens
    add column rate_bytes_per_minute        bigint,
    add column rate_observations_per_minute bigint;

-- What each gateway was asked to take of what is limited, so that all of them together keep the limit. It is about now only:
-- lost in a crash, it is there again a second later. No tenant reads it, the service alone does.
create unlogged table gateway_demands (
    gateway    text             not null,
    name       text             not null,  -- of the limit; empty: the gateway itself
    per_second double precision not null,
    seen_at    timestamptz      not null,
    primary key (gateway, name)
);
create index gateway_demands_by_name on gateway_demands (name);
alter table gateway_demands enable row level security;
alter table gateway_demands force row level security;
create policy service_only on gateway_demands using ((select current_setting('opalite.tenant', true)) = '*');
