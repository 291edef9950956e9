# on events it is set_timestamp, with a warning
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_valid_from created
pick_col created, host
--- diagnostics
warning: "set_valid_from" on Event kind input is deprecated
 --> main:2:1
  2 | set_valid_from created
    | ^^^^^^^^^^^^^^ use set_timestamp
--- rows
created,host
2024-05-01T10:00:00Z,h2
2024-05-01T10:57:50Z,h2
