# options are checked
--- input: fixtures/runs/jobs.ndjson
make_event options(valid_to:true)
--- diagnostics
error: unknown option "valid_to" for "make_event" (known: use_valid_to)
 --> main:1:20
  1 | make_event options(valid_to:true)
    |                    ^^^^^^^^
