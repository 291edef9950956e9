-- Typed datasets that a datastream has, by form, as the JSON text of domain/admin/datastream/direct_write.hpp. They stand among the
-- datasets, with their datastream and a definition.
alter table datastreams add column typed text not null default '{}';
