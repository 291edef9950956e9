# the time column must stay
--- input: fixtures/http.ndjson
drop_col timestamp
--- diagnostics
error: cannot drop 'valid from' column "timestamp"
 --> main:1:10
  1 | drop_col timestamp
    |          ^^^^^^^^^ use make_table to remove time
