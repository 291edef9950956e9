# without events the columns are null
--- input: fixtures/runs/hosts.ndjson
@none <- @temps { filter false }
<- @hosts { update_resource dev = @none.dev, temp:@none.temp }
--- with: temps
--- rows
valid_from,valid_to,dev,os,temp
2024-05-01T09:00:00Z,2024-05-01T10:10:00Z,d3,x,∅
2024-05-01T09:00:00Z,2024-05-01T10:30:00Z,d2,b,∅
2024-05-01T10:00:00Z,2024-05-01T12:00:00Z,d1,a,∅
2024-05-01T10:30:00Z,∅,d2,c,∅
