// traces with errors, and their root operation
make_col trace:string(FIELDS.spans.trace_id), parent:string(FIELDS.spans.parent_span_id), name:string(FIELDS.spans.name), code:int64(FIELDS.spans.status.code)
make_table
statsby errors:sum(case(code = 2, 1, true, 0)), root:max(case(is_null(parent), name)), group_by(trace)
filter errors > 0 and not is_null(root)
statsby traces:count(), errors:sum(errors), group_by(root)
