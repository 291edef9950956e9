# edges of whole numbers are whole, the last bins take the remainder
--- input: fixtures/runs/lines.ndjson
histogram options(bins:4), seq
--- rows
bin_start,bin_end,bin_count
1,4,3
10,14,4
4,7,3
7,10,3
