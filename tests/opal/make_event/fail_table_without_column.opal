# a Table needs a column
--- input: fixtures/runs/pairs.ndjson
make_event
--- diagnostics
error: "make_event" parameter "validFrom" has no matching argument
 --> main:1:1
  1 | make_event
    | ^^^^^^^^^^
