# own aggregates over the rows of a partition
--- input: fixtures/http.ndjson
make_col h:window(hash_agg(status), group_by(path)), d:window(hash_agg_distinct(status), group_by(path)), o:window(object_agg(string(duration_ms), status), group_by(path)), u:window(array_union_agg(make_array(status)), group_by(path)), t:window(tdigest_agg(duration_ms), group_by(path)), a:window(any(user_id), group_by(path)), m:window(median_exact(duration_ms(duration_ms)), group_by(path)), p:window(percentile_disc(status, 0.5), group_by(path))
make_col single:h = hash(status), distinct_differs:d != h, q:tdigest_quantile(t, 1)
pick_col timestamp, path, status, o, u, t, a, m, p, single, distinct_differs, q
--- rows
timestamp,path,status,o,u,t,a,m,p,single,distinct_differs,q
2024-05-01T10:00:05Z,/cart,200,{"12":200,"900":500},[200,500],{"type":"tdigest","version":1,"state":[12,1,900,1]},u1,456000000,200,false,false,900
2024-05-01T10:01:10Z,/cart,500,{"12":200,"900":500},[200,500],{"type":"tdigest","version":1,"state":[12,1,900,1]},u1,456000000,200,false,false,900
2024-05-01T10:07:00Z,/home,200,{"7":200,"9":200},[200],{"type":"tdigest","version":1,"state":[7,1,9,1]},u1,8000000,200,false,true,9
2024-05-01T10:20:00Z,/pay,503,{"1500":503},[503],{"type":"tdigest","version":1,"state":[1500,1]},u2,1500000000,503,true,false,1500
2024-05-01T10:45:00Z,/home,200,{"7":200,"9":200},[200],{"type":"tdigest","version":1,"state":[7,1,9,1]},u1,8000000,200,false,true,9
2024-05-01T10:46:00Z,/nope,404,{"3":404},[404],{"type":"tdigest","version":1,"state":[3,1]},∅,3000000,404,true,false,3
