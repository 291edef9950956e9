# sums of sketches
--- input: fixtures/sketches.ndjson
statsby d:tdigest_combine(digest), e:histogram_combine(digest), group_by(host)
make_col q:tdigest_quantile(d, 0.5), r:histogram_quantile(e, 0.9)
--- rows
host,d,e,q,r
h1,{"type":"tdigest","version":1,"state":[1,1,2,1,4,2,9,1]},{"type":"tdigest","version":1,"state":[1,1,2,1,4,2,9,1]},3.333333333333333,9
h2,{"type":"tdigest","version":1,"state":[]},{"type":"tdigest","version":1,"state":[]},∅,∅
