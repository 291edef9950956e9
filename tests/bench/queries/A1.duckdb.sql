SELECT time_bucket(INTERVAL 2 minutes, {ts}::TIMESTAMP) AS minute, {host} AS host, count(*) AS total, count(*) FILTER (WHERE {status:BIGINT} >= 500) AS err FROM access GROUP BY 1, 2
