# a key that comes twice in a group is an error of the query
--- input: fixtures/http.ndjson
statsby o:object_agg(user_id, status), group_by()
--- rows
failed: duplicate key "u1" in object_agg
