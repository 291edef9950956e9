SELECT {path} AS path, quantile_cont({duration_ms:DOUBLE}, 0.5) AS p50, quantile_cont({duration_ms:DOUBLE}, 0.99) AS p99 FROM access GROUP BY 1 ORDER BY p99 DESC, path LIMIT 20
