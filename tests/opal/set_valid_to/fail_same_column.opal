# a row cannot end at the column where it begins
--- input: fixtures/examples/orders.ndjson
set_valid_to timestamp
--- diagnostics
error: 'valid from' and 'valid to' must be different columns
 --> main:1:14
  1 | set_valid_to timestamp
    |              ^^^^^^^^^ make a copy of the column first
