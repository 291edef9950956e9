# digests and histograms
--- input: fixtures/sketches.ndjson
make_col metric:"latency"
interface "metric", metric:metric, tdigestValue:digest, histogramValue:latency, exponentialHistogramValue:size
align options(bins:1), p50:tdigest_quantile(tdigest_combine(m_tdigest("latency")), 0.5), h50:histogram_quantile(histogram_combine(m_histogram("latency")), 0.5),
  e50:histogram_quantile(histogram_combine(m_exponential_histogram("latency")), 0.5)
pick_col valid_from, valid_to, host, p50:round(p50, 3), h50:round(h50, 3), e50:round(e50, 3)
--- rows
valid_from,valid_to,host,p50,h50,e50
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,h1,3.333,1.25,1.682
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,h2,∅,2,∅
