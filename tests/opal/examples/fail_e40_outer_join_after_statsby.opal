# E40: outer join after statsby
--- input: fixtures/examples/logs.ndjson
statsby n:count(), group_by(service)
leftjoin on(service=@pods.namespace), node:@pods.node
--- with: pods
--- error: 2:1
unsupported join type left_outer between a non-temporal and interval dataset
