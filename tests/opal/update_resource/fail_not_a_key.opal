# the key must be fixed
--- input: fixtures/runs/hosts.ndjson
update_resource os = @temps.dev, temp:@temps.temp
--- with: temps
--- diagnostics
error: the equalities must cover the primary key or a candidate key of the Resource: [dev]
 --> main:1:17
  1 | update_resource os = @temps.dev, temp:@temps.temp
    |                 ^^^^^^^^^^^^^^^ compare with = each column of the key
