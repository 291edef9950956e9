# something must be looked up
--- input: fixtures/runs/visits.ndjson
lookup_ip_info ipv4(ip)
--- diagnostics
error: "lookup_ip_info" parameter "column" has no matching argument
 --> main:1:1
  1 | lookup_ip_info ipv4(ip)
    | ^^^^^^^^^^^^^^ write lookup_ip_info ip, country:@ip_info.geo.country
warning: there is no geolocation data: all columns of "lookup_ip_info" are null
 --> main:1:1
  1 | lookup_ip_info ipv4(ip)
    | ^^^^^^^^^^^^^^ bind a Table as @ip_info, with columns first and last of type ipv4
