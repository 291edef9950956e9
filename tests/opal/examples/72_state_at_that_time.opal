# Event against Resource: the state at that time
--- input: fixtures/examples/logs.ndjson
lookup on(host=@hosts.host), os:@hosts.os
pick_col timestamp, host, os
--- with: hosts
--- rows
timestamp,host,os
2024-05-01T10:00:05Z,h1,os10
2024-05-01T10:01:10Z,h1,os10
2024-05-01T10:01:20Z,h3,∅
2024-05-01T10:07:00Z,h2,os10
2024-05-01T10:12:30Z,h2,os10
2024-05-01T10:31:00Z,h2,os10
2024-05-01T10:31:01Z,h2,os10
2024-05-01T10:45:00Z,h1,os11
