# options are checked
--- input: fixtures/runs/hosts.ndjson
update_resource options(expiry:-1s), dev = @temps.dev, temp:@temps.temp
--- with: temps
--- diagnostics
error: option "expiry" must be greater than zero
 --> main:1:32
  1 | update_resource options(expiry:-1s), dev = @temps.dev, temp:@temps.temp
    |                                ^^^
