# an event holds until the next one or the expiry, also over a change of state; of two at one time the last
--- input: fixtures/runs/hosts.ndjson
update_resource options(expiry:30m), dev = @temps.dev, temp:@temps.temp
--- with: temps
--- rows
valid_from,valid_to,dev,os,temp
2024-05-01T09:00:00Z,2024-05-01T10:10:00Z,d2,b,∅
2024-05-01T09:55:00Z,2024-05-01T10:10:00Z,d3,x,9
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,d1,a,∅
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,d2,b,1
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,d2,b,3
2024-05-01T10:30:00Z,2024-05-01T10:50:00Z,d2,c,3
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,d1,a,40
2024-05-01T10:50:00Z,∅,d2,c,∅
