# columns are checked
--- input: fixtures/runs/pairs.ndjson
pivot knd, value, "cpu"
--- diagnostics
error: the field "knd" does not exist among fields [host, kind, value]
 --> main:1:7
  1 | pivot knd, value, "cpu"
    |       ^^^ did you mean "kind"?
