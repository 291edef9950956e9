# one hour; the other side of an equality may be computed
--- input: fixtures/runs/hosts.ndjson
filter dev = "d1"
update_resource dev = lower(@temps.dev), temp:@temps.temp * 2
--- with: temps
--- window
2024-05-01T09:00:00Z 2024-05-01T13:00:00Z
--- rows
valid_from,valid_to,dev,os,temp
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,d1,a,∅
2024-05-01T10:30:00Z,2024-05-01T11:30:00Z,d1,a,80
2024-05-01T11:30:00Z,2024-05-01T12:00:00Z,d1,a,100
