# other columns: the first value that is not null
--- input: fixtures/duplicates.ndjson
dedup id
pick_col timestamp, id, a, b
--- plan
aggregate group=[int64(FIELDS.id), int64(FIELDS.timestamp)] string(FIELDS.a)=first_not_null(string(FIELDS.a)) string(FIELDS.b)=first_not_null(string(FIELDS.b))
  scan duplicates [int64(FIELDS.timestamp), int64(FIELDS.id), string(FIELDS.a), string(FIELDS.b), bundle, idx]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.c2d18a011d2d0 AS v1, s.ce1bdcd377c3d AS v2, s.c70d3fa567c06 AS v3, s.bundle AS v4, s.idx AS v5 FROM opalite_segments(['duplicates-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v1, v0, arg_min(v2, create_sort_key(v0, 'ASC NULLS LAST', v4, 'ASC NULLS LAST', v5, 'ASC NULLS LAST')) AS v2, arg_min(v3, create_sort_key(v0, 'ASC NULLS LAST', v4, 'ASC NULLS LAST', v5, 'ASC NULLS LAST')) AS v3 FROM t0 GROUP BY 1, 2)
SELECT v0, v1, v2, v3 FROM t1
--- rows
timestamp,id,a,b
2024-05-01T10:00:00Z,1,x,late
2024-05-01T10:00:00Z,2,∅,∅
2024-05-01T10:00:00Z,∅,null id,null id too
2024-05-01T10:00:01Z,1,z,∅
