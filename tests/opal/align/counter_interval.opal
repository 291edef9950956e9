# a metric that reports every 4 minutes has a base of up to 40 minutes; delta of a counter knows resets
--- input: fixtures/logs.ndjson
make_col metric:"sent", value:float64(bytes)
pick_col timestamp, metric, value, service
interface "metric"
set_metric options(type:"cumulativeCounter", interval:4m), "sent"
align 5m, up:delta_monotonic(m("sent")), change:delta(m("sent"))
--- rows
valid_from,valid_to,service,up,change,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,db,∅,∅,5715192
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,web,80,80,5715192
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,web,40,40,5715193
2024-05-01T10:10:00Z,2024-05-01T10:15:00Z,api,0,0,5715194
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,api,15,15,5715198
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,web,4,4,5715201
