# the lowest groups; null is a key
--- input: fixtures/runs/readings.ndjson
bottomk 2, max(value), group_by(kind)
pick_col timestamp, kind, value, _c_rank
--- rows
timestamp,kind,value,_c_rank
2024-05-01T10:00:10Z,cpu,1.5,1
2024-05-01T10:00:40Z,cpu,2.5,1
2024-05-01T10:01:30Z,cpu,7,1
2024-05-01T10:01:30Z,cpu,8,1
2024-05-01T10:02:00Z,∅,9,2
