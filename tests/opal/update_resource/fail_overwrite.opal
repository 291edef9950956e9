# columns are new
--- input: fixtures/runs/hosts.ndjson
update_resource dev = @temps.dev, os:@temps.dev
--- with: temps
--- diagnostics
error: attempting to overwrite existing column "os"
 --> main:1:35
  1 | update_resource dev = @temps.dev, os:@temps.dev
    |                                   ^^ give the new column another name
