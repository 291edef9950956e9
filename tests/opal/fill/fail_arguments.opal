# what fill cannot do
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), m:count(), group_by(service)
fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
--- diagnostics
error: "fill" argument 1 ("n") must be of type int64, but is currently of type string
 --> main:2:8
  2 | fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
    |        ^^^
error: "fill" cannot bind column "_c_bucket"
 --> main:2:13
  2 | fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
    |             ^^^^^^^^^
error: "fill" cannot bind 'valid from' column "_c_valid_from"
 --> main:2:26
  2 | fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
    |                          ^^^^^^^^^^^^^
error: the field "nope" does not exist among fields [_c_valid_from, _c_valid_to, service, n, m, _c_bucket]
 --> main:2:47
  2 | fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
    |                                               ^^^^
error: column "m" is given more than once
 --> main:2:60
  2 | fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
    |                                                            ^
error: "fill" takes pairs column:constant and frame(ahead:duration)
 --> main:2:65
  2 | fill n:"x", _c_bucket:1, _c_valid_from:now(), nope:1, m:1, m:2, 5
    |                                                                 ^
