# a sum outside int64 is an error of the query
--- input: fixtures/http.ndjson
statsby s:sum(int64("9223372036854775807") + 0 * status), group_by()
--- rows
failed: type INT128 with value 55340232221128654842 can't be cast because the value is out of range for the destination type INT64 when casting from source column sum((opalite_int64('9223372036854775807') + (CAST(0 AS BIGINT) * v3)))
