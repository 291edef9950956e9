# states that overlap the window belong to it
--- input: fixtures/pods.ndjson
pick_col valid_from, valid_to, pod_uid, phase
--- window
2024-05-01T10:30:00Z 2024-05-01T10:35:00Z
--- plan
scan pods [int64(FIELDS.valid_from), int64(FIELDS.valid_to), string(FIELDS.pod_uid), string(FIELDS.phase)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.c0d64fa2ecf90 AS v0, s.c5870b10cd96f AS v1, s.c31b678c68fd9 AS v2, s.ce8cf5d1c2c55 AS v6 FROM opalite_segments(['pods-0-0.parquet']) AS s WHERE s.c0d64fa2ecf90 < $1 AND coalesce(s.c5870b10cd96f, 9223372036854775807) > $2)
SELECT v0, v1, v2, v6 FROM t0
--- rows
valid_from,valid_to,pod_uid,phase
2024-05-01T09:00:00Z,2024-05-01T10:31:00Z,b2,Running
2024-05-01T10:02:00Z,2024-05-01T10:40:00Z,a1,Running
2024-05-01T10:31:00Z,2024-05-01T10:50:00Z,b2,Failed
