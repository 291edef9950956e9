# names are unique
--- input: fixtures/runs/pairs.ndjson
pivot kind, value, "cpu", cpu:"mem", host:"disk", group_by(host)
--- diagnostics
error: "pivot" cannot create column "cpu" more than once
 --> main:1:27
  1 | pivot kind, value, "cpu", cpu:"mem", host:"disk", group_by(host)
    |                           ^^^
error: "pivot" cannot create column "host" more than once
 --> main:1:38
  1 | pivot kind, value, "cpu", cpu:"mem", host:"disk", group_by(host)
    |                                      ^^^^
