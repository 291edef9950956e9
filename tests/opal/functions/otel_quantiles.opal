# quantiles of OpenTelemetry's histograms as objects
--- input: fixtures/logs.ndjson
limit 1
make_col h:object(parse_json("{\"explicitBounds\":[10,20],\"bucketCounts\":[5,5,0]}")), x:object(parse_json("{\"scale\":0,\"zeroCount\":2,\"positive\":{\"offset\":1,\"bucketCounts\":[2]}}"))
make_col a:otel_histogram_quantile(h, 0.5), b:otel_histogram_quantile(h, 0.75), c:otel_histogram_quantile(make_object(a:1), 0.5), d:otel_histogram_quantile(object_null(), 0.5),
  e:otel_exponential_histogram_quantile(x, 0.75), f:otel_exponential_histogram_quantile(x, 0.25), g:otel_exponential_histogram_quantile(make_object(), 0.5), i:histogram_quantile(h, 1),
  j:otel_histogram_quantile(object(parse_json("{\"explicitBounds\":[10,20],\"bucketCounts\":[5,5]}")), 0.5)
pick_col timestamp, a, b, c, d, e, f, g, i, j
--- rows
timestamp,a,b,c,d,e,f,g,i,j
2024-05-01T10:00:05Z,10,15,∅,∅,2.8284271247461903,0,∅,20,∅
