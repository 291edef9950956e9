# the row whose range holds the address, both ends included; private addresses have none
--- input: fixtures/runs/visits.ndjson
lookup_ip_info ipv4(ip), country:string(@ip_info.geo.country), city:@ip_info.geo.city
pick_col timestamp, ip, country, city
--- with: ip_info
--- rows
timestamp,ip,country,city
2024-05-01T10:00:00Z,1.2.3.4,NL,"Delft"
2024-05-01T10:01:00Z,10.0.0.1,∅,∅
2024-05-01T10:02:00Z,1.2.4.1,FR,∅
2024-05-01T10:03:00Z,∅,∅,∅
2024-05-01T10:04:00Z,9.9.9.9,∅,∅
2024-05-01T10:05:00Z,1.2.3.255,NL,"Delft"
