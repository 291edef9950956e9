# E10: neither aggregate nor group
--- input: fixtures/examples/logs.ndjson
timechart 5m, level, group_by(service)
--- error: 1:15
"timechart": column "level" is neither an aggregate nor part of group_by
