# pairs of a column and a constant
--- input: fixtures/runs/readings.ndjson
set_col_visible extra, kind:1, knd:true
--- diagnostics
error: "set_col_visible" needs pairs column:true or column:false
 --> main:1:17
  1 | set_col_visible extra, kind:1, knd:true
    |                 ^^^^^
error: "set_col_visible" argument 1 ("kind") must be of type bool, but is currently of type int64
 --> main:1:29
  1 | set_col_visible extra, kind:1, knd:true
    |                             ^
error: the field "knd" does not exist among fields [timestamp, host, kind, code, value, extra]
 --> main:1:32
  1 | set_col_visible extra, kind:1, knd:true
    |                                ^^^ did you mean "kind"?
