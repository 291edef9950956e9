# sums of histograms; bounds that not all of them have are given up
--- input: fixtures/sketches.ndjson
statsby h:histogram_combine(latency), x:histogram_combine(size), group_by(host)
make_col median:histogram_quantile(h, 0.5), wide:histogram_quantile(x, 1.0), share:histogram_fraction(h, 0, 2)
--- rows
host,h,x,median,wide,share
h1,{"count":14,"sum":27.5,"explicitBounds":[1,2,5],"bucketCounts":[6,4,3,1]},{"count":7,"sum":16,"min":-3,"max":8,"scale":0,"zeroCount":1,"zeroThreshold":0,"positive":{"offset":0,"bucketCounts":[2,1,2]},"negative":{"offset":1,"bucketCounts":[1]}},1.25,8,0.7142857142857143
h2,{"count":3,"sum":4,"explicitBounds":[1,5],"bucketCounts":[1,2,0]},{"count":0,"scale":2,"zeroCount":0,"zeroThreshold":0},2,∅,0.5
