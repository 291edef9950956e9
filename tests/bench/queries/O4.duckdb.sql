WITH t AS (SELECT {span.traceId} AS trace, {span.spanId} AS span, {span.name} AS name, {span.endTimeUnixNano:BIGINT} - {span.startTimeUnixNano:BIGINT} AS ns FROM otlp)
SELECT trace, span, name, ns FROM t WHERE trace IN (SELECT trace FROM t GROUP BY 1 ORDER BY max(ns) DESC, trace LIMIT 10)
