# metrics are numbers
--- input: fixtures/logs.ndjson
timechart 10m, n:any(host), group_by(service)
make_metric n, nope, tags(5)
--- diagnostics
error: "make_metric" argument 1 ("metric") must be of type numeric, duration or tdigest, but is currently of type string
 --> main:2:13
  2 | make_metric n, nope, tags(5)
    |             ^
error: the field "nope" does not exist among fields [_c_valid_from, _c_valid_to, service, n, _c_bucket]
 --> main:2:16
  2 | make_metric n, nope, tags(5)
    |                ^^^^
error: "make_metric" takes names of columns here
 --> main:2:27
  2 | make_metric n, nope, tags(5)
    |                           ^
