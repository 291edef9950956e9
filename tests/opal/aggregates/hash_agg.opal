# hashes of groups: independent of order, dependent on repetition, nulls are values
--- input: fixtures/http.ndjson
make_col twice:make_array(1, 2)
statsby h:hash_agg(path), d:hash_agg_distinct(path), n:hash_agg(string_null()), all:hash_agg(path, status, user_id), e:hash_agg_distinct(method), m:hash_agg(method), group_by()
make_col same:hash("GET") + hash("POST") = e, repeated:m != e
--- rows
h,d,n,all,e,m,same,repeated
678497351971570605,-7149927965656321680,7484039154150953266,4661990486291962206,-823685939682643482,8460694114753796870,true,true
