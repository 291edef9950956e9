-- Commands whose id is made from a client's Idempotency-Key (domain/admin/command.hpp): what was asked, and which attempt was the
-- one that was decided.
alter table command_outcomes
    add column fingerprint text not null default '',
    add column nonce       text not null default '';
