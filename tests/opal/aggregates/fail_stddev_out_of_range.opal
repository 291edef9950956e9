# a deviation that no float64 can hold
--- input: fixtures/http.ndjson
statsby x:stddev(pow(10, 300) * status), group_by()
--- rows
failed: number out of range in stddev_samp
