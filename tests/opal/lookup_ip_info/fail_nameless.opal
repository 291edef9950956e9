# columns have names
--- input: fixtures/runs/visits.ndjson
lookup_ip_info ipv4(ip), @ip_info.geo
--- diagnostics
warning: there is no geolocation data: all columns of "lookup_ip_info" are null
 --> main:1:1
  1 | lookup_ip_info ipv4(ip), @ip_info.geo
    | ^^^^^^^^^^^^^^ bind a Table as @ip_info, with columns first and last of type ipv4
error: "lookup_ip_info" makes columns with names: name:@ip_info.path
 --> main:1:26
  1 | lookup_ip_info ipv4(ip), @ip_info.geo
    |                          ^^^^^^^^^^^^
