# sort and limit
--- input: fixtures/raw_logs.ndjson
make_col b:int64(FIELDS.bytes), s:string(FIELDS.service)
sort nullslast(desc(b)), s
limit 4
statsby n:count(), total:sum(b), group_by()
--- rows
n,total
4,304
--- oracle
SELECT count(*), sum(b) FROM (SELECT bytes AS b FROM input ORDER BY bytes DESC NULLS LAST LIMIT 4)
