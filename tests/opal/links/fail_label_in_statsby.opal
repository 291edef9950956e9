# the label needs a lookup before the statement, which only row-wise verbs have
--- input: fixtures/examples/logs.ndjson
set_link "Owner", service:@owners.service
statsby n:max(label(^Owner)), group_by()
--- with: owners
--- diagnostics
