# k is a constant from 1 to 10000
--- input: fixtures/http.ndjson
statsby a:topk_agg(path, 0), b:topk_agg(path, status), c:topk_agg(path, 2.5), d:topk_agg(path), group_by()
--- diagnostics
error: "topk_agg" argument 2 must be between 1 and 10000
 --> main:1:26
  1 | statsby a:topk_agg(path, 0), b:topk_agg(path, status), c:topk_agg(path, 2.5), d:topk_agg(path), group_by()
    |                          ^
error: "topk_agg" argument 2 ("k") must be a constant
 --> main:1:47
  1 | statsby a:topk_agg(path, 0), b:topk_agg(path, status), c:topk_agg(path, 2.5), d:topk_agg(path), group_by()
    |                                               ^^^^^^
error: "topk_agg" argument 2 ("k") must be of type int64, but is currently of type float64
 --> main:1:73
  1 | statsby a:topk_agg(path, 0), b:topk_agg(path, status), c:topk_agg(path, 2.5), d:topk_agg(path), group_by()
    |                                                                         ^^^
error: "topk_agg" parameter "k" has no matching argument
 --> main:1:81
  1 | statsby a:topk_agg(path, 0), b:topk_agg(path, status), c:topk_agg(path, 2.5), d:topk_agg(path), group_by()
    |                                                                                 ^^^^^^^^
