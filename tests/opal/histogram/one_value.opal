# one value makes one bin
--- input: fixtures/runs/readings.ndjson
filter code = 3
histogram options(bins:5), value
--- rows
bin_start,bin_end,bin_count
9,9,1
