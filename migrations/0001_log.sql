-- What ties the projections to the event log. Times are nanoseconds since the Unix epoch everywhere in this schema: exact,
-- and the same after a replay.

-- Where a consumer group goes on reading: the offset of the first record not yet applied. Moves by compare-and-set in the
-- transaction that holds the effects of the records before it.
create table checkpoints (
    consumer_group text    not null,
    topic          text    not null,
    partition_id   integer not null,
    next_offset    bigint  not null,
    primary key (consumer_group, topic, partition_id)
);

-- What became of a command; also the audit trail. One row for each command id, however often the log holds it.
create table command_outcomes (
    tenant       text    not null,
    command_id   text    not null,
    command_type text    not null,
    actor        text    not null,
    address      text    not null,
    issued_at    bigint  not null,
    accepted     boolean not null,
    error_code   text    not null,
    message      text    not null,
    id_taken     boolean not null,
    partition_id integer not null,
    log_offset   bigint  not null,
    primary key (tenant, command_id)
);

-- Records that could not be applied, with the reason and all their bytes. The tenant is empty when the record names none.
create table dead_letters (
    tenant       text    not null,
    topic        text    not null,
    partition_id integer not null,
    log_offset   bigint  not null,
    reason       text    not null,
    headers      text    not null,
    value        bytea   not null,
    appended_at  bigint  not null,
    primary key (topic, partition_id, log_offset)
);
create index dead_letters_by_tenant on dead_letters (tenant, appended_at);
