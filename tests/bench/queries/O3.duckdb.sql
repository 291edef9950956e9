WITH t AS (SELECT {span.traceId} AS trace, {span.spanId} AS span, {span.parentSpanId} AS parent, {service} AS service FROM otlp)
SELECT p.service AS caller, t.service AS service, count(*) AS n FROM t JOIN t p ON t.trace = p.trace AND t.parent = p.span GROUP BY 1, 2
