# make_fields takes an object and key:value pairs
--- input: fixtures/logs.ndjson
make_col a:make_fields(attrs)
make_col b:make_fields(level, a:1)
make_col c:make_fields(attrs, a:1, a:2)
make_col d:make_fields(attrs, level)
--- diagnostics
error: "make_fields" parameter "value" has no matching argument
 --> main:1:12
  1 | make_col a:make_fields(attrs)
    |            ^^^^^^^^^^^
error: "make_fields" argument 1 ("object") must be of type object, but is currently of type string
 --> main:2:24
  2 | make_col b:make_fields(level, a:1)
    |                        ^^^^^ use object(level)
error: "make_fields" has the key "a" more than once
 --> main:3:36
  3 | make_col c:make_fields(attrs, a:1, a:2)
    |                                    ^
error: "make_fields" needs key:value pairs
 --> main:4:31
  4 | make_col d:make_fields(attrs, level)
    |                               ^^^^^ write name:level
