# values are of the column's type
--- input: fixtures/runs/pairs.ndjson
pivot kind, value, 1
--- diagnostics
error: "pivot" argument 3 ("name_value") must be of type string, but is currently of type int64
 --> main:1:20
  1 | pivot kind, value, 1
    |                    ^
