# any takes the first value in input order that is not null
--- input: fixtures/http.ndjson
statsby a:any(user_id), b:any(status), c:any(string_null()), group_by(path)
--- rows
path,a,b,c
/cart,u1,200,∅
/home,u1,200,∅
/nope,∅,404,∅
/pay,u2,503,∅
