# an alias is text
--- input: fixtures/runs/readings.ndjson
set_dataset_alias 5
--- diagnostics
error: "set_dataset_alias" argument 1 ("alias") must be of type string, but is currently of type int64
 --> main:1:19
  1 | set_dataset_alias 5
    |                   ^
