# the condition names the events
--- input: fixtures/runs/hosts.ndjson
update_resource dev = os, temp:1
--- with: temps
--- diagnostics
error: "update_resource" needs a condition on another dataset
 --> main:1:17
  1 | update_resource dev = os, temp:1
    |                 ^^^^^^^^ compare the key with @other.column
