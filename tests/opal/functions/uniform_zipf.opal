# random numbers: the same for the same gen, in their range, and of the type of their bounds
--- input: fixtures/logs.ndjson
make_col r:uniform(1, 6), f:uniform(0.5, 2), z:zipf(1.2, 10)
make_col ok:r >= 1 and r <= 6 and f >= 0.5 and f < 2 and z >= 1 and z <= 10
make_col one:uniform(7, 7), two:uniform(7, 7.0),
  a:uniform(1, 100, 42), b:uniform(1, 100, 42), c:uniform(1, 100, 43), d:uniform(0, 1.0, 42), e:zipf(1, 1000, 5), g:zipf(2.5, 1000, 6),
  bad:uniform(2, 1), worse:zipf(0, 10), none:uniform(1, int64_null())
limit 2
pick_col timestamp, ok, one, two, a, b, c, d, e, g, bad, worse, none
--- rows
timestamp,ok,one,two,a,b,c,d,e,g,bad,worse,none
2024-05-01T10:00:05Z,true,7,7,14,14,61,0.7415648787718233,55,1,∅,∅,∅
2024-05-01T10:01:10Z,true,7,7,14,14,61,0.7415648787718233,55,1,∅,∅,∅
