# the greatest number is in the last bin; nulls are in none
--- input: fixtures/runs/readings.ndjson
histogram options(bins:2), value
--- rows
bin_start,bin_end,bin_count
1.5,10.75,6
10.75,20,1
