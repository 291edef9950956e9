# one object for each group; rows without key or value do not count
--- input: fixtures/http.ndjson
filter path = "/home" or path = "/nope"
statsby o:object_agg(user_id, status), p:object_agg(if(status = 200, user_id, string_null()), make_object(s:status)), n:object_agg(user_id, int64_null()), group_by(path)
--- rows
path,o,p,n
/home,{"u1":200,"u3":200},{"u1":{"s":200},"u3":{"s":200}},∅
/nope,∅,∅,∅
