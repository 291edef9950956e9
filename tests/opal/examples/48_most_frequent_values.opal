# Most frequent values
--- input: fixtures/examples/logs.ndjson
statsby top:topk_agg(level, 1), group_by(service)
filter service != "db"
--- rows
service,top
api,[["error",2]]
web,[["info",2]]
