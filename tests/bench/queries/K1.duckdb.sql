SELECT {ts}::TIMESTAMP AS ts, {pod} AS pod, {msg} AS msg FROM k8s WHERE {level} = 'ERROR' AND {msg} ILIKE '%timeout%'
AND {ts}::TIMESTAMP >= '2024-11-21 16:25:49' AND {ts}::TIMESTAMP < '2024-11-21 16:40:49' ORDER BY 1 DESC, 2, 3 LIMIT 100
