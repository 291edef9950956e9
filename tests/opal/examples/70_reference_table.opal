# Reference table
--- input: fixtures/examples/logs.ndjson
lookup on(service=@owners.service), team:@owners.team
statsby n:count(), group_by(team)
--- with: owners
--- rows
team,n
frontend,4
platform,3
storage,1
