# no values, no bins
--- input: fixtures/runs/readings.ndjson
filter code > 99
histogram value
--- rows
bin_start,bin_end,bin_count
