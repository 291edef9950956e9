# names are text
--- input: fixtures/runs/readings.ndjson
drop_interface log
--- diagnostics
error: "drop_interface" takes names of interfaces: "log"
 --> main:1:16
  1 | drop_interface log
    |                ^^^
