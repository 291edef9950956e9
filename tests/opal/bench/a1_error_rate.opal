# errors for each host and minute
--- input: fixtures/http.ndjson
timechart 30m, total:count(), err:sum(case(status >= 500, 1, true, 0)), group_by(host:client_ip)
statsby total:sum(total), err:sum(err), group_by(host)
--- plan
aggregate group=[host] total=sum(total) err=sum(err)
  aggregate group=[_c_bucket=plan.bucket(int64(FIELDS.timestamp), 1800000000000, 0, 1), host=string(FIELDS.client_ip)] total=count() err=sum(case((int64(FIELDS.status) >= 500), 1, true, 0))
    scan http [int64(FIELDS.timestamp), int64(FIELDS.status), string(FIELDS.client_ip)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.c15561ec2820a AS v3, s.c098e33c906c6 AS v5 FROM opalite_segments(['http-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT (v0 // 1800000000000) AS v12, v5 AS v7, count(*) AS v8, CAST(sum(CASE WHEN (v3 >= $4) THEN $3 WHEN true THEN $5 END) AS BIGINT) AS v9 FROM t0 GROUP BY 1, 2),
     t2 AS NOT MATERIALIZED (SELECT v7, CAST(sum(v8) AS BIGINT) AS v13, CAST(sum(v9) AS BIGINT) AS v14 FROM t1 GROUP BY 1)
SELECT v7, v13, v14 FROM t2
--- rows
host,total,err
10.1.0.4,2,0
10.1.0.9,1,1
10.2.0.1,1,1
172.16.0.2,1,0
192.168.1.5,1,0
--- oracle
SELECT client_ip, count(*), count(*) FILTER (WHERE status >= 500) FROM input GROUP BY 1
