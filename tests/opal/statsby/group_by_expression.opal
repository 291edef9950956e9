# a key with a name
--- input: fixtures/http.ndjson
statsby n:count(), group_by(class:int64(floor(float64(status) / 100)))
filter n > 1
--- rows
class,n
2,3
5,2
