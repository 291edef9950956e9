# parse kvs
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_kvs("a=1, b=2"),
  b:parse_kvs("a:\"x y\";b:'z'", ":", ";"),
  c:string(parse_kvs("user=carol").user),
  d:parse_kvs("none")
pick_col timestamp, a, b, c, d
--- rows
timestamp,a,b,c,d
2024-05-01T10:00:05Z,{"a":"1","b":"2"},{"a":"x y","b":"z"},carol,{}
