# faults of JMESPath expressions are told
--- input: fixtures/logs.ndjson
make_col a:get_jmespath(attrs, "user[")
make_col b:get_jmespath(attrs, "user. | id")
make_col c:get_jmespath(attrs, "size(@)")
make_col d:get_jmespath(attrs, body)
make_col e:get_jmespath(body, "a")
--- diagnostics
error: invalid JMESPath expression: unexpected the end
 --> main:1:32
  1 | make_col a:get_jmespath(attrs, "user[")
    |                                ^^^^^^^ at its end
error: invalid JMESPath expression: a dot is followed by a name, *, a list or an object
 --> main:2:32
  2 | make_col b:get_jmespath(attrs, "user. | id")
    |                                ^^^^^^^^^^^^ at `| id`
error: invalid JMESPath expression: unknown function size()
 --> main:3:32
  3 | make_col c:get_jmespath(attrs, "size(@)")
    |                                ^^^^^^^^^ at `size(@)`
error: "get_jmespath" argument 2 ("expression") must be a constant
 --> main:4:32
  4 | make_col d:get_jmespath(attrs, body)
    |                                ^^^^
error: "get_jmespath" argument 1 ("value") must be of type object, array or variant, but is currently of type string
 --> main:5:25
  5 | make_col e:get_jmespath(body, "a")
    |                         ^^^^
