# IP enrichment: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/http.ndjson
lookup_ip_info ipv4(client_ip), country:@ip_info.geo.country, city:@ip_info.geo.city
statsby n:count(), group_by(country)
--- rows
country,n
∅,6
