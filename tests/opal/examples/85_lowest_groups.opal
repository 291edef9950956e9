# Lowest groups
--- input: fixtures/examples/http.ndjson
bottomk 1, sum(duration_ms), group_by(path)
--- rows
timestamp,method,path,status,duration_ms,client_ip,user_id,_c_rank
2024-05-01T10:46:00Z,GET,/nope,404,3,172.16.0.2,∅,1
