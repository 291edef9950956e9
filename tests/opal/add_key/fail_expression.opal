# columns only
--- input: fixtures/runs/readings.ndjson
add_key upper(host)
--- diagnostics
error: "add_key" takes names of columns here
 --> main:1:9
  1 | add_key upper(host)
    |         ^^^^^^^^^^^
