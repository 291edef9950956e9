# labels are text
--- input: fixtures/examples/logs.ndjson
unset_link service
--- diagnostics
error: "unset_link" takes labels of links: "Label"
 --> main:1:12
  1 | unset_link service
    |            ^^^^^^^
