WITH t AS (SELECT {span.traceId} AS trace, {span.parentSpanId} AS parent, {span.name} AS name, {span.status.code:BIGINT} AS code FROM otlp)
SELECT r.name AS root, count(*) AS traces, sum(e.n) AS errors FROM (SELECT trace, count(*) AS n FROM t WHERE code = 2 GROUP BY 1) e
JOIN t r ON r.trace = e.trace AND r.parent IS NULL GROUP BY 1
