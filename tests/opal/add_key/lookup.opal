# another key of the target
--- input: fixtures/runs/readings.ndjson
@k <- @pairs { unset_keys
 add_key kind }
<- @ { lookup on(kind = @k.kind), v:@k.value
 filter timestamp > query_end_time() - 1m
 statsby n:count(), group_by(kind) }
--- with: pairs
--- rows
kind,n
mem,2
