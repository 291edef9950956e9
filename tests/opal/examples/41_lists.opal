# Lists
--- input: fixtures/examples/logs.ndjson
statsby hosts:array_agg_distinct(host), traces:string_agg(trace_id, ","), group_by(service)
make_col hosts:sort_array(hosts)
--- rows
service,hosts,traces
api,["h2"],t4,t4
db,["h3"],t2
web,["h1","h2"],t1,t2,t3,t5
