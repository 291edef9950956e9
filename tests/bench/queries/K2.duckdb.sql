SELECT date_trunc('hour', {ts}::TIMESTAMP) AS hour, {namespace} AS namespace, {level} AS level, count(*) AS n FROM k8s GROUP BY 1, 2, 3
