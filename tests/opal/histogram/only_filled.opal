# bins without rows can be left out
--- input: fixtures/runs/readings.ndjson
histogram options(bins:2, empty_bins:false), value, group_by(host)
--- rows
host,bin_start,bin_end,bin_count
h1,1.5,10.75,2
h1,10.75,20,1
h2,1.5,10.75,4
