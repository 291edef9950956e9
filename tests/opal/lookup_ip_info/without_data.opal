# every path is null, and a warning says why
--- input: fixtures/runs/visits.ndjson
lookup_ip_info ipv4(ip), country:string(@ip_info.geo.country)
statsby n:count(), group_by(country)
--- diagnostics
warning: there is no geolocation data: all columns of "lookup_ip_info" are null
 --> main:1:1
  1 | lookup_ip_info ipv4(ip), country:string(@ip_info.geo.country)
    | ^^^^^^^^^^^^^^ bind a Table as @ip_info, with columns first and last of type ipv4
--- rows
country,n
∅,6
