# Enrich a resource from events, then clean up metadata: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/hosts.ndjson
update_resource options(expiry:10m), host=@logs.host, last_level:@logs.level
set_col_immutable host:true
interface "log", "log":last_level
drop_interface "log"
unset_link "Node"
unset_all_links
make_table
unset_keys
sort host
unsort
--- with: logs
--- rows
valid_from,valid_to,host,os,last_level
2024-05-01T09:00:00Z,2024-05-01T10:00:05Z,h1,os10,∅
2024-05-01T09:00:00Z,2024-05-01T10:07:00Z,h2,os10,∅
2024-05-01T10:00:05Z,2024-05-01T10:01:10Z,h1,os10,info
2024-05-01T10:01:10Z,2024-05-01T10:11:10Z,h1,os10,error
2024-05-01T10:07:00Z,2024-05-01T10:12:30Z,h2,os10,info
2024-05-01T10:11:10Z,2024-05-01T10:30:00Z,h1,os10,∅
2024-05-01T10:12:30Z,2024-05-01T10:22:30Z,h2,os10,warn
2024-05-01T10:22:30Z,2024-05-01T10:31:00Z,h2,os10,∅
2024-05-01T10:30:00Z,2024-05-01T10:45:00Z,h1,os11,∅
2024-05-01T10:31:00Z,2024-05-01T10:31:01Z,h2,os10,error
2024-05-01T10:31:01Z,2024-05-01T10:41:01Z,h2,os10,error
2024-05-01T10:41:01Z,∅,h2,os10,∅
2024-05-01T10:45:00Z,2024-05-01T10:55:00Z,h1,os11,INFO
2024-05-01T10:55:00Z,∅,h1,os11,∅
