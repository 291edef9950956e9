# a link that was not declared
--- input: fixtures/logs.ndjson
lookup ^Owner, team:@owners.team
--- with: owners
--- diagnostics
error: there is no link "Owner"
 --> main:1:8
  1 | lookup ^Owner, team:@owners.team
    |        ^^^^^^ declare it with set_link
