# each element as often as in the array that has it most
--- input: fixtures/http.ndjson
make_col a:if(method = "POST", make_array(1, 1), make_array(status, 1, "x"))
statsby u:array_union_agg(a), n:array_union_agg(array_null()), e:array_union_agg(make_array()), group_by()
--- rows
u,n,e
[1,1,200,404,500,"x"],∅,[]
