# a constant key
--- input: fixtures/http.ndjson
make_col k:"x"
statsby n:count(), group_by(k)
--- rows
k,n
x,6
