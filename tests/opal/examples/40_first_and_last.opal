# First and last by time
--- input: fixtures/examples/logs.ndjson
statsby first_body:first(body), last_level:last_not_null(level), group_by(service)
filter service != "db"
--- rows
service,first_body,last_level
api,slow query took 450ms user=carol,error
web,GET /cart 200 12ms,INFO
