# Distribution
--- input: fixtures/examples/http.ndjson
histogram options(bins:3), status
--- rows
bin_start,bin_end,bin_count
200,301,3
301,402,0
402,504,3
