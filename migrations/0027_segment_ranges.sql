-- What int64 paths hold in each segment (domain/catalog/segment.hpp, PathRange), for queries that ask for other values; null where
-- nothing is known, as of the segments that are older than this column.
alter table segments
    add column ranges text;
