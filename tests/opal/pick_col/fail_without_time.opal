# the time column must stay
--- input: fixtures/logs.ndjson
pick_col service
--- diagnostics
error: need to pick 'valid from' column "timestamp"
 --> main:1:1
  1 | pick_col service
    | ^^^^^^^^
