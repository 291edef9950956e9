# points of a delta metric are increases already
--- input: fixtures/logs.ndjson
make_col metric:"sent", value:float64(bytes)
pick_col timestamp, metric, value, service
interface "metric"
set_metric options(type:"delta"), "sent"
align 30m, up:delta_monotonic(m("sent")), change:delta(m("sent")), rate:rate(m("sent")), slope:deriv(m("sent"))
--- rows
valid_from,valid_to,service,up,change,rate,slope,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,api,60,60,0.03333333333333333,0.03333333333333333,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,db,∅,∅,∅,∅,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,web,240,240,0.13333333333333333,0.13333333333333333,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,api,15,15,0.008333333333333333,0.008333333333333333,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,web,44,44,0.024444444444444446,0.024444444444444446,952533
