# changes from the first point of a group; a fall is a counter that begins again
--- input: fixtures/logs.ndjson
statsby change:delta(bytes), up:delta_monotonic(bytes), rate:round(rate(bytes), 6), slope:round(deriv(bytes), 6), group_by(service)
--- rows
service,change,up,rate,slope
api,-55,15,0.004167,-0.049505
db,∅,∅,∅,∅
web,-76,124,0.034444,-0.0282
