# A subquery whose source is a named input: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/logs.ndjson
@t <- @owners { filter tier = 1 }
lookup on(service=@t.service), team:@t.team
statsby n:count(), group_by(team)
--- with: owners
--- rows
team,n
frontend,4
storage,1
∅,3
