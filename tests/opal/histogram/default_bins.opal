# twenty bins, but not more than there are whole numbers
--- input: fixtures/runs/lines.ndjson
filter pod = "q"
histogram seq
--- rows
bin_start,bin_end,bin_count
10,11,1
11,12,1
