# bins of the whole history are too many to be filled
--- input: fixtures/runs/lines.ndjson
timechart options(empty_bins:true), 1m, n:count(), group_by(pod)
make_reference most:max(n), group_by(pod)
--- diagnostics
error: a later verb reads a time range that would have 153722868 bins, at most 1000000 are allowed
 --> main:1:1
  1 | timechart options(empty_bins:true), 1m, n:count(), group_by(pod)
    | ^ make_reference and frames look beyond the query window: take wider bins, or leave empty ones out
