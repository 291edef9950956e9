// the ten slowest traces, all their spans
make_col trace:string(FIELDS.spans.trace_id), span:string(FIELDS.spans.span_id), name:string(FIELDS.spans.name), ns:int64(FIELDS.spans.end_time_unix_nano) - int64(FIELDS.spans.start_time_unix_nano)
make_table
topk 10, max(ns), group_by(trace)
pick_col trace, span, name, ns
