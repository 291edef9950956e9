// percentiles of the slowest paths
make_col path:string(FIELDS.path), ms:float64(FIELDS.duration_ms)
statsby p50:percentile_cont(ms, 0.5), p99:percentile_cont(ms, 0.99), group_by(path)
sort desc(p99), path
limit 20
