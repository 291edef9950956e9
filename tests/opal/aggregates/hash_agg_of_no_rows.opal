# the hash of no rows is 0
--- input: fixtures/http.ndjson
filter status = 1
statsby h:hash_agg(path), d:hash_agg_distinct(path), t:topk_agg(path, 1), o:object_agg(path, 1), u:array_union_agg(make_array(1)), g:tdigest_agg(status), a:any(path), group_by()
--- rows
h,d,t,o,u,g,a
0,0,∅,∅,∅,∅,∅
