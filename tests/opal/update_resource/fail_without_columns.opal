# something must be added
--- input: fixtures/runs/hosts.ndjson
update_resource dev = @temps.dev
--- with: temps
--- diagnostics
error: "update_resource" parameter "column" has no matching argument
 --> main:1:1
  1 | update_resource dev = @temps.dev
    | ^^^^^^^^^^^^^^^ write update_resource key=@events.key, name:@events.value
