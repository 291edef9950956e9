# Hide a column from search
--- input: fixtures/examples/logs.ndjson
set_col_visible attrs:false
set_col_enum level:true
set_col_searchable attrs:false
filter <u2>
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
