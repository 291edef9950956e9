// who calls whom
//@ stage parents
make_col trace:string(FIELDS.spans.trace_id), span:string(FIELDS.spans.span_id), service:string(FIELDS.resource.attributes."service.name")
make_table
pick_col trace, span, service
//@ stage main
make_col trace:string(FIELDS.spans.trace_id), parent:string(FIELDS.spans.parent_span_id), service:string(FIELDS.resource.attributes."service.name")
make_table
pick_col trace, parent, service
join on(trace = @parents.trace and parent = @parents.span), caller:@parents.service
statsby n:count(), group_by(caller, service)
