# only metrics have metadata
--- input: fixtures/logs.ndjson
set_metric options(type:"gauge"), "cpu_usage"
--- diagnostics
error: "set_metric" needs a dataset with the "metric" interface
 --> main:1:1
  1 | set_metric options(type:"gauge"), "cpu_usage"
    | ^^^^^^^^^^ write interface "metric", metric:column, value:column
