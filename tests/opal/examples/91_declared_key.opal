# Declare a key, use it as default grouping
--- input: fixtures/examples/http.ndjson
set_primary_key path
statsby n:count()
--- rows
path,n
/cart,2
/home,2
/nope,1
/pay,1
