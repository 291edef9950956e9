# durations are whole nanoseconds
--- input: fixtures/runs/lines.ndjson
filter pod = "q"
histogram options(bins:2), took:1s * (seq - 9)
--- rows
bin_start,bin_end,bin_count
1000000000,1500000000,1
1500000000,2000000001,1
