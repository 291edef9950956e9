# the share of a quantile is a constant from 0 to 1
--- input: fixtures/sketches.ndjson
make_col a:histogram_quantile(digest, 2)
make_col b:tdigest_quantile(digest, -0.1)
make_col c:tdigest_quantile(latency, 0.5)
make_col d:otel_histogram_quantile(make_object(), 95)
make_col e:otel_exponential_histogram_quantile(make_object(), 95)
make_col f:histogram_quantile(digest, timestamp)
make_col g:sha2(host, 1)
--- diagnostics
error: "histogram_quantile" argument 2 must be between 0 and 1
 --> main:1:39
  1 | make_col a:histogram_quantile(digest, 2)
    |                                       ^
error: "tdigest_quantile" argument 2 must be between 0 and 1
 --> main:2:37
  2 | make_col b:tdigest_quantile(digest, -0.1)
    |                                     ^^^^
error: "tdigest_quantile" argument 1 ("digest") must be of type tdigest, but is currently of type histogram
 --> main:3:29
  3 | make_col c:tdigest_quantile(latency, 0.5)
    |                             ^^^^^^^
error: "otel_histogram_quantile" argument 2 must be between 0 and 1
 --> main:4:51
  4 | make_col d:otel_histogram_quantile(make_object(), 95)
    |                                                   ^^
error: "otel_exponential_histogram_quantile" argument 2 must be between 0 and 1
 --> main:5:63
  5 | make_col e:otel_exponential_histogram_quantile(make_object(), 95)
    |                                                               ^^
error: "histogram_quantile" argument 2 ("quantile") must be of type numeric, but is currently of type timestamp
 --> main:6:39
  6 | make_col f:histogram_quantile(digest, timestamp)
    |                                       ^^^^^^^^^ use float64(timestamp)
error: "sha2" argument 2 must be 224, 256, 384 or 512
 --> main:7:23
  7 | make_col g:sha2(host, 1)
    |                       ^
