# SQL with its parameters in place
--- input: fixtures/logs.ndjson
limit 1
make_col a:embed_sql_params("x=?", make_array(1)),
  b:embed_sql_params("a=? and b=? and c='?' and d=?", make_array("it's", string_null(), true)),
  c:embed_sql_params("a=? and b=?", make_array(1.5)),
  d:embed_sql_params("a=?", array_null()),
  e:embed_sql_params("a=?", make_array(make_object(k:1)))
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,x=1,a='it''s' and b=NULL and c='?' and d=true,a=1.5 and b=?,∅,a='{"k":1}'
