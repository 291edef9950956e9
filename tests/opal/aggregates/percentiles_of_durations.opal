# percentiles of durations
--- input: fixtures/spans.ndjson
statsby p:percentile(duration, 0.5), c:percentile_cont(duration, 0.5), d:percentile_disc(duration, 0.5), e:median_exact(duration), s:stddev(duration), group_by()
--- rows
p,c,d,e,s
750000000,750000000,600000000,750000000,621701094
