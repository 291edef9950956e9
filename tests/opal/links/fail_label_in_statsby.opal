# the label needs a lookup before the statement, which only row-wise verbs have
--- input: fixtures/examples/logs.ndjson
set_link "Owner", service:@owners.service
statsby n:max(label(^Owner)), group_by()
--- with: owners
--- diagnostics
error: "label" is not accepted in the current context
 --> main:2:15
  2 | statsby n:max(label(^Owner)), group_by()
    |               ^^^^^ compute it with make_col first
