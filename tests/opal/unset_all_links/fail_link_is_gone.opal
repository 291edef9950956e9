# all of them
--- input: fixtures/examples/logs.ndjson
set_link "Owner", service:@owners.service
unset_all_links
lookup ^Owner, team:@owners.team
--- with: owners
--- diagnostics
error: there is no link "Owner"
 --> main:3:8
  3 | lookup ^Owner, team:@owners.team
    |        ^^^^^^ declare it with set_link
