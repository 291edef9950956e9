# labels are text
--- input: fixtures/runs/readings.ndjson
set_label code
--- diagnostics
error: "set_label" argument 1 ("column") must be of type string, but is currently of type int64
 --> main:1:11
  1 | set_label code
    |           ^^^^ use string(code)
