# the base of a bin is the last point before it if that is at most 5 minutes old at the bin's start, else its first point
--- input: fixtures/logs.ndjson
make_col metric:"sent", value:float64(bytes)
pick_col timestamp, metric, value, service
interface "metric"
align 5m, up:delta_monotonic(m("sent")), change:delta(m("sent")), rate:rate(m("sent")), slope:round(deriv(m("sent")), 6)
--- rows
valid_from,valid_to,service,up,change,rate,slope,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,db,∅,∅,∅,∅,5715192
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,web,80,-40,0.26666666666666666,-0.615385,5715192
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,web,40,-40,0.13333333333333333,-0.114286,5715193
2024-05-01T10:10:00Z,2024-05-01T10:15:00Z,api,0,0,0,0,5715194
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,api,5,-5,0.016666666666666666,-5,5715198
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,web,0,0,0,0,5715201
