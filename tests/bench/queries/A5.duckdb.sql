SELECT u AS user, count(*) AS n FROM (SELECT DISTINCT {user_id} AS u, {ts} AS ts FROM access) GROUP BY 1 ORDER BY n DESC, u NULLS LAST LIMIT 50
