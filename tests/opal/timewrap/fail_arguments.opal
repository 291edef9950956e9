# what timewrap does not take
--- input: fixtures/logs.ndjson
timewrap 0s, 2, "a"
timewrap 1d, 0, "a"
timewrap 1d, 2, "service"
timewrap 1d, 2, "a", "a"
timewrap 1d, 2
--- diagnostics
error: the interval must be greater than zero
 --> main:1:10
  1 | timewrap 0s, 2, "a"
    |          ^^
