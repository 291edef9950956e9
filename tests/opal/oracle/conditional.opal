# conditions and texts
--- input: fixtures/raw_logs.ndjson
make_col k:case(int64(FIELDS.bytes) >= 80, "big", int64(FIELDS.bytes) >= 40, "middle", true, "small")
statsby n:count(), longest:max(strlen(string(FIELDS.body))), group_by(k)
--- rows
k,n,longest
big,2,38
middle,3,32
small,3,32
--- oracle
SELECT CASE WHEN bytes >= 80 THEN 'big' WHEN bytes >= 40 THEN 'middle' ELSE 'small' END, count(*), max(length(body)) FROM input GROUP BY 1
