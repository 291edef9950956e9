# the end of the resource ends it all
--- input: fixtures/runs/hosts.ndjson
filter dev = "d1"
update_resource options(expiry:30m), dev = @temps.dev, temp:@temps.temp
--- with: temps
--- window
2024-05-01T09:00:00Z 2024-05-01T13:00:00Z
--- rows
valid_from,valid_to,dev,os,temp
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,d1,a,∅
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,d1,a,40
2024-05-01T11:00:00Z,2024-05-01T11:30:00Z,d1,a,∅
2024-05-01T11:30:00Z,2024-05-01T12:00:00Z,d1,a,50
