# the most frequent values with their counts; ties by value
--- input: fixtures/http.ndjson
statsby a:topk_agg(path, 2), b:topk_agg(status, 10), c:topk_agg(user_id, 1), d:topk_agg(string_null(), 3), e:topk_agg(make_object(m:method), 1), f:topk_agg(duration_ms, 2), group_by()
--- rows
a,b,c,d,e,f
[["/cart",2],["/home",2]],[[200,3],[404,1],[500,1],[503,1]],[["u1",2]],∅,[[{"m":"GET"},5]],[[3,1],[7,1]]
