# there are no options
--- input: fixtures/runs/jobs.ndjson
timestats options(bins:3), n:count()
--- diagnostics
error: "timestats" does not take options(...)
 --> main:1:11
  1 | timestats options(bins:3), n:count()
    |           ^^^^^^^
