# equalities only
--- input: fixtures/runs/hosts.ndjson
update_resource dev = @temps.dev, @temps.temp > 3, temp:@temps.temp
--- with: temps
--- diagnostics
error: "update_resource" takes equalities of a column with a value of @temps
 --> main:1:35
  1 | update_resource dev = @temps.dev, @temps.temp > 3, temp:@temps.temp
    |                                   ^^^^^^^^^^^^^^^
