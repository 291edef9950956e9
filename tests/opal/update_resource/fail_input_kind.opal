# of a Resource
--- input: fixtures/runs/temps.ndjson
update_resource dev = @hosts.dev, os:@hosts.os
--- with: hosts
--- diagnostics
error: "update_resource" does not support Event kind input, use "make_resource" first
 --> main:1:1
  1 | update_resource dev = @hosts.dev, os:@hosts.os
    | ^^^^^^^^^^^^^^^
