# a constant duration
--- input: fixtures/logs.ndjson
timeshift bytes
timeshift 5
timeshift 1m, 2m
timeshift by:1m
make_table
timeshift 1m
--- diagnostics
error: "timeshift" argument 1 ("interval") must be of type duration, but is currently of type int64
 --> main:1:11
  1 | timeshift bytes
    |           ^^^^^ use duration(bytes)
error: "timeshift" argument 1 ("interval") must be of type duration, but is currently of type int64
 --> main:2:11
  2 | timeshift 5
    |           ^
error: "timeshift" takes at most 1 argument, got 2
 --> main:3:15
  3 | timeshift 1m, 2m
    |               ^^
error: "timeshift" has no named argument "by"
 --> main:4:11
  4 | timeshift by:1m
    |           ^^
error: "timeshift" does not support Table kind input, it has no times
 --> main:6:1
  6 | timeshift 1m
    | ^^^^^^^^^
