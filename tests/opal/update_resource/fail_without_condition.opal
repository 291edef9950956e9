# which event belongs to which entity
--- input: fixtures/runs/hosts.ndjson
update_resource temp:@temps.temp
--- with: temps
--- diagnostics
error: "update_resource" parameter "predicate" has no matching argument
 --> main:1:1
  1 | update_resource temp:@temps.temp
    | ^^^^^^^^^^^^^^^ write update_resource key=@events.key, name:@events.value
