# sort_array takes an ordering
--- input: fixtures/logs.ndjson
make_col a:sort_array(make_array(2, 1), true)
make_col b:sort_array(make_array(2, 1), desc(level))
make_col c:sort_array(level)
--- diagnostics
error: "sort_array" argument 2 ("ordering") must be an ordering
 --> main:1:41
  1 | make_col a:sort_array(make_array(2, 1), true)
    |                                         ^^^^ write asc(), desc() or nullsfirst(desc())
error: "sort_array" argument 2 ("ordering") must be an ordering
 --> main:2:46
  2 | make_col b:sort_array(make_array(2, 1), desc(level))
    |                                              ^^^^^ write asc(), desc() or nullsfirst(desc())
error: "sort_array" argument 1 ("array") must be of type array, but is currently of type string
 --> main:3:23
  3 | make_col c:sort_array(level)
    |                       ^^^^^ use array(level)
