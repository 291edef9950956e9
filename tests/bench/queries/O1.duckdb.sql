SELECT {service} AS service, {span.name} AS operation, quantile_cont(({span.endTimeUnixNano:BIGINT} - {span.startTimeUnixNano:BIGINT})::DOUBLE, 0.99) AS p99, count(*) AS n
FROM otlp GROUP BY 1, 2 ORDER BY p99 DESC, 1, 2
