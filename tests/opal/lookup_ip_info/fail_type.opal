# an address is needed
--- input: fixtures/runs/visits.ndjson
lookup_ip_info ip, geo:@ip_info.geo
--- diagnostics
warning: there is no geolocation data: all columns of "lookup_ip_info" are null
 --> main:1:1
  1 | lookup_ip_info ip, geo:@ip_info.geo
    | ^^^^^^^^^^^^^^ bind a Table as @ip_info, with columns first and last of type ipv4
error: "lookup_ip_info" argument 1 ("ip") must be of type ipv4, but is currently of type string
 --> main:1:16
  1 | lookup_ip_info ip, geo:@ip_info.geo
    |                ^^ use ipv4(ip)
