# E39: unknown dataset
--- input: fixtures/examples/logs.ndjson
join on(service=@owner.service), team:@owner.team
--- with: owners, codes
--- error: 1:17
unknown dataset "@owner"
inputs are [@logs, @owners, @codes]; did you mean "@owners"?
