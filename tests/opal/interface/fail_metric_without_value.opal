# a metric has values
--- input: fixtures/runs/readings.ndjson
rename_col amount:value
interface "metric", metric:kind
--- diagnostics
error: interface "metric" needs a column with values
 --> main:2:11
  2 | interface "metric", metric:kind
    |           ^^^^^^^^ write value:column
