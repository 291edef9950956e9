# E26: unknown option
--- input: fixtures/examples/logs.ndjson
timechart options(frame:1h), 5m, n:count()
--- error: 1:19
unknown option "frame" for "timechart" (known: bins, min_bin, empty_bins, offset)
frame(...) is a separate argument: frame(back:1h)
