# OpenTelemetry's histograms as objects
--- input: fixtures/sketches.ndjson
make_col o:object(parse_json(string(latency))), e:object(parse_json(string(size)))
statsby a:otel_histogram_sum(o), b:otel_histogram_sum(o, true), c:otel_exponential_histogram_sum(e), d:otel_exponential_histogram_sum(e, false), f:otel_histogram_sum(object_null()), group_by()
make_col p:otel_histogram_quantile(a, 0.5), q:otel_exponential_histogram_quantile(c, 0.5)
--- rows
a,b,c,d,f,p,q
{"count":17,"sum":31.5,"explicitBounds":[1,5],"bucketCounts":[7,9,1]},{"count":17,"sum":31.5,"explicitBounds":[1,5],"bucketCounts":[7,9,1]},{"count":7,"scale":0,"zeroCount":1,"zeroThreshold":0,"positive":{"offset":0,"bucketCounts":[2,1,2]},"negative":{"offset":1,"bucketCounts":[1]}},{"count":7,"scale":0,"zeroCount":1,"zeroThreshold":0,"positive":{"offset":0,"bucketCounts":[2,1,2]},"negative":{"offset":1,"bucketCounts":[1]}},∅,1.6666666666666665,1.681792830507429
