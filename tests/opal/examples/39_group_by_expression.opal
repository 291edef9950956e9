# Group by an expression, filter on the aggregate
--- input: fixtures/examples/http.ndjson
statsby n:count(), group_by(class:int64(floor(float64(status) / 100)))
filter n > 1
--- rows
class,n
2,3
5,2
