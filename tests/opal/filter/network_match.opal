# an address in a network
--- input: fixtures/http.ndjson
filter client_ip ~ 10.1.0.0/16
pick_col timestamp, client_ip
--- plan
scan http [int64(FIELDS.timestamp), string(FIELDS.client_ip)] where (string(FIELDS.client_ip) ~ network)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.cba960f2ef2c4 AS v0, s.c098e33c906c6 AS v5 FROM opalite_segments(['http-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) WHERE ((opalite_ipv4(v5) & CAST(4294901760 AS UINTEGER)) = CAST(167837696 AS UINTEGER)))
SELECT v0, v5 FROM t0
--- rows
timestamp,client_ip
2024-05-01T10:00:05Z,10.1.0.4
2024-05-01T10:01:10Z,10.1.0.9
2024-05-01T10:45:00Z,10.1.0.4
