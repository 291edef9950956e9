# a link is a condition for lookup
--- input: fixtures/examples/logs.ndjson
set_link "Owner", service:@owners.service
lookup ^Owner, team:@owners.team
statsby n:count(), group_by(team)
--- with: owners
--- rows
team,n
frontend,4
platform,3
storage,1
