# bins that have rows may be as far apart as they like
--- input: fixtures/runs/lines.ndjson
timechart 1m, n:count(), group_by(pod)
make_reference most:max(n), group_by(pod)
--- rows
pod,most
p,7
q,2
∅,2
