# times have bins too
--- input: fixtures/runs/readings.ndjson
histogram options(bins:2), timestamp
--- rows
bin_start,bin_end,bin_count
2024-05-01T10:00:10Z,2024-05-01T10:30:00Z,7
2024-05-01T10:30:00Z,2024-05-01T10:59:50.000000001Z,1
