# groups by the key; times may be part of it
--- input: fixtures/runs/readings.ndjson
set_primary_key host, timestamp
drop_col kind
set_pk host
statsby n:count()
--- rows
host,n
h1,4
h2,4
