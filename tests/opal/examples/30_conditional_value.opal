# Conditional value
--- input: fixtures/examples/http.ndjson
make_col class:case(status >= 500, "server", status >= 400, "client", true, "ok"),
  net:if(ipv4_address_in_network(client_ip, "10.0.0.0/8"), "internal", "external")
pick_col timestamp, class, net
--- rows
timestamp,class,net
2024-05-01T10:00:05Z,ok,internal
2024-05-01T10:01:10Z,server,internal
2024-05-01T10:07:00Z,ok,external
2024-05-01T10:20:00Z,server,internal
2024-05-01T10:45:00Z,ok,internal
2024-05-01T10:46:00Z,client,external
