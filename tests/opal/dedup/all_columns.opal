# without arguments: rows that are equal as a whole
--- input: fixtures/duplicates.ndjson
pick_col timestamp, id
dedup
--- plan
aggregate group=[int64(FIELDS.timestamp), int64(FIELDS.id)]
  scan duplicates [int64(FIELDS.timestamp), int64(FIELDS.id)]
--- rows
timestamp,id
2024-05-01T10:00:00Z,1
2024-05-01T10:00:00Z,2
2024-05-01T10:00:00Z,∅
2024-05-01T10:00:01Z,1
