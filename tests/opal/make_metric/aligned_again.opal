# the result is a dataset of metrics; a bin reports at its end
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), d:tdigest_agg(bytes), group_by(service)
make_metric n, d, tags(service)
align 30m, n:sum(m("n")), middle:tdigest_quantile(tdigest_combine(m_tdigest("d")), 0.5)
--- rows
valid_from,valid_to,service,n,middle,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,api,1,60,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,db,1,∅,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,web,3,80,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,api,2,7.5,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,web,1,44,952533
