# Sequential bindings in one statement
--- input: fixtures/examples/http.ndjson
make_col sec:duration_ms / 1000, slow:sec > 0.5
filter slow
drop_col sec, slow
--- rows
timestamp,method,path,status,duration_ms,client_ip,user_id
2024-05-01T10:01:10Z,GET,/cart,500,900,10.1.0.9,u2
2024-05-01T10:20:00Z,POST,/pay,503,1500,10.2.0.1,u2
