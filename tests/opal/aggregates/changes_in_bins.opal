# a rate is for each second of the bin or frame; durations have rates without unit
--- input: fixtures/logs.ndjson
make_col cpu:bytes * 1s
timechart 5m, up:delta_monotonic(bytes), rate:rate(bytes), busy:rate(cpu), change:delta(cpu), group_by(service)
--- rows
_c_valid_from,_c_valid_to,service,up,rate,busy,change,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,db,∅,∅,∅,∅,5715192
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,web,80,0.26666666666666666,0.26666666666666666,-40000000000,5715192
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,web,0,0,0,0,5715193
2024-05-01T10:10:00Z,2024-05-01T10:15:00Z,api,0,0,0,0,5715194
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,api,5,0.016666666666666666,0.016666666666666666,-5000000000,5715198
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,web,0,0,0,0,5715201
