# the data as a whole is no value
--- input: fixtures/runs/visits.ndjson
lookup_ip_info ipv4(ip), info:@ip_info
--- diagnostics
warning: there is no geolocation data: all columns of "lookup_ip_info" are null
 --> main:1:1
  1 | lookup_ip_info ipv4(ip), info:@ip_info
    | ^^^^^^^^^^^^^^ bind a Table as @ip_info, with columns first and last of type ipv4
error: @ip_info is not a value
 --> main:1:31
  1 | lookup_ip_info ipv4(ip), info:@ip_info
    |                               ^^^^^^^^ name a part of it: @ip_info.geo.country
