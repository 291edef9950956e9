# bins of negative times round down
--- input: fixtures/logs.ndjson
timechart 1h, n:count(), group_by()
--- window
1969-12-31T00:00:00Z 2024-05-02T00:00:00Z
--- plan
project _c_valid_from=((_c_bucket * 3600000000000) + 0) _c_valid_to=((_c_bucket * 3600000000000) + 3600000000000) n _c_bucket
  aggregate group=[_c_bucket=plan.bucket(int64(FIELDS.timestamp), 3600000000000, 0, 0)] n=count()
    scan logs [int64(FIELDS.timestamp)]
--- rows
_c_valid_from,_c_valid_to,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,8,476266
