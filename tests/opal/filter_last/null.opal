# null drops the entity
--- input: fixtures/runs/hosts.ndjson
make_col p:if(os = "x", null, os = "c")
filter_last p
pick_col valid_from, valid_to, dev, os
--- rows
valid_from,valid_to,dev,os
2024-05-01T09:00:00Z,2024-05-01T10:30:00Z,d2,b
2024-05-01T10:30:00Z,∅,d2,c
