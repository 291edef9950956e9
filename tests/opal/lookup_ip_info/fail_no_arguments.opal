# nothing is given
--- input: fixtures/runs/visits.ndjson
lookup_ip_info
--- diagnostics
error: "lookup_ip_info" parameter "ip" has no matching argument
 --> main:1:1
  1 | lookup_ip_info
    | ^^^^^^^^^^^^^^ write lookup_ip_info ip, country:@ip_info.geo.country
warning: there is no geolocation data: all columns of "lookup_ip_info" are null
 --> main:1:1
  1 | lookup_ip_info
    | ^^^^^^^^^^^^^^ bind a Table as @ip_info, with columns first and last of type ipv4
