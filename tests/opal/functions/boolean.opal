# boolean
--- input: fixtures/logs.ndjson
limit 1
make_col a:true and bool_null(),
  b:false and bool_null(),
  c:true or bool_null(),
  d:not bool_null()
pick_col timestamp, a, b, c, d
--- rows
timestamp,a,b,c,d
2024-05-01T10:00:05Z,∅,false,true,∅
