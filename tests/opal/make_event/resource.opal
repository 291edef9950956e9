# an event for each state that begins in the window, without an end
--- input: fixtures/runs/hosts.ndjson
make_event
--- rows
valid_from,dev,os
2024-05-01T10:00:00Z,d1,a
2024-05-01T10:30:00Z,d2,c
