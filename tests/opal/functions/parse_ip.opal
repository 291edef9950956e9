# the parts of addresses
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_ip("192.168.242.188/24", "inet"),
  b:parse_ip("10.0.0.1"),
  c:parse_ip("fe80::20c:29ff:fe2c:429/64"),
  d:parse_ip("::1"),
  e:parse_ip("300.1.1.1"),
  f:parse_ip("10.0.0.1/40"),
  g:parse_ip(string_null()),
  h:parse_ip("1.2.3.4", "mac")
pick_col timestamp, a, b, c, d, e, f, g, h
--- rows
timestamp,a,b,c,d,e,f,g,h
2024-05-01T10:00:05Z,{"family":4,"host":"192.168.242.188","ip_fields":[3232297660,0,0,0],"ip_type":"inet","ipv4":3232297660,"ipv4_range_start":3232297472,"ipv4_range_end":3232297727,"netmask_prefix_length":24},{"family":4,"host":"10.0.0.1","ip_fields":[167772161,0,0,0],"ip_type":"inet","ipv4":167772161,"netmask_prefix_length":null},{"family":6,"hex_ipv6":"FE80000000000000020C29FFFE2C0429","hex_ipv6_range_end":"FE80000000000000FFFFFFFFFFFFFFFF","hex_ipv6_range_start":"FE800000000000000000000000000000","host":"fe80::20c:29ff:fe2c:429","ip_fields":[4269801472,0,34351615,4264297513],"ip_type":"inet","netmask_prefix_length":64},{"family":6,"hex_ipv6":"00000000000000000000000000000001","host":"::1","ip_fields":[0,0,0,1],"ip_type":"inet","netmask_prefix_length":null},∅,∅,∅,∅
