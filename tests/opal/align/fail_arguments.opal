# options of align
--- input: fixtures/examples/metrics.ndjson
align options(offset:1m, bins:0), -1m, frame(back:1), avg(m("cpu_usage", 5))
--- diagnostics
error: unknown option "offset" for "align" (known: bins, min_bin, empty_bins)
 --> main:1:15
  1 | align options(offset:1m, bins:0), -1m, frame(back:1), avg(m("cpu_usage", 5))
    |               ^^^^^^
error: option "bins" must be greater than zero
 --> main:1:31
  1 | align options(offset:1m, bins:0), -1m, frame(back:1), avg(m("cpu_usage", 5))
    |                               ^
error: the bin duration must be greater than zero
 --> main:1:35
  1 | align options(offset:1m, bins:0), -1m, frame(back:1), avg(m("cpu_usage", 5))
    |                                   ^^^
error: "frame" argument 1 ("back") must be of type duration, but is currently of type int64
 --> main:1:51
  1 | align options(offset:1m, bins:0), -1m, frame(back:1), avg(m("cpu_usage", 5))
    |                                                   ^
error: "m" argument 2 ("filter") must be of type bool, but is currently of type int64
 --> main:1:74
  1 | align options(offset:1m, bins:0), -1m, frame(back:1), avg(m("cpu_usage", 5))
    |                                                                          ^
