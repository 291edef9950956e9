// the slowest operations
make_col service:string(FIELDS.resource.attributes."service.name"), operation:string(FIELDS.spans.name), ns:int64(FIELDS.spans.end_time_unix_nano) - int64(FIELDS.spans.start_time_unix_nano)
statsby p99:percentile_cont(float64(ns), 0.99), n:count(), group_by(service, operation)
sort desc(p99), service, operation
