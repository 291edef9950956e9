# IPv4 network as a search pattern
--- input: fixtures/examples/http.ndjson
filter client_ip ~ 10.1.0.0/16
--- rows
timestamp,method,path,status,duration_ms,client_ip,user_id
2024-05-01T10:00:05Z,GET,/cart,200,12,10.1.0.4,u1
2024-05-01T10:01:10Z,GET,/cart,500,900,10.1.0.9,u2
2024-05-01T10:45:00Z,GET,/home,200,9,10.1.0.4,u3
