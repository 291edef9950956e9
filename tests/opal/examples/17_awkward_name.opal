# A column with an awkward name
--- input: fixtures/examples/http.ndjson
make_col "Δ ms":duration_ms - 10
filter @."Δ ms" > 0
pick_col timestamp, @."Δ ms"
--- rows
timestamp,Δ ms
2024-05-01T10:00:05Z,2
2024-05-01T10:01:10Z,890
2024-05-01T10:20:00Z,1490
