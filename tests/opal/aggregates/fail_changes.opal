# changes need times and numbers
--- input: fixtures/logs.ndjson
statsby a:delta(body), b:rate(bytes, 5), c:prom_quantile(bytes, 0.5), d:prom_quantile(bytes, 2, 1.0)
make_table
statsby e:delta(n)
--- diagnostics
error: "delta" argument 1 ("expr") must be of type numeric or duration, but is currently of type string
 --> main:1:17
  1 | statsby a:delta(body), b:rate(bytes, 5), c:prom_quantile(bytes, 0.5), d:prom_quantile(bytes, 2, 1.0)
    |                 ^^^^ use float64(body)
error: "rate" takes at most 1 argument, got 2
 --> main:1:38
  1 | statsby a:delta(body), b:rate(bytes, 5), c:prom_quantile(bytes, 0.5), d:prom_quantile(bytes, 2, 1.0)
    |                                      ^
error: "prom_quantile" needs a column "le" with the upper bounds of the buckets, or its third argument
 --> main:1:44
  1 | statsby a:delta(body), b:rate(bytes, 5), c:prom_quantile(bytes, 0.5), d:prom_quantile(bytes, 2, 1.0)
    |                                            ^^^^^^^^^^^^^
error: "prom_quantile" argument 2 must be between 0 and 1
 --> main:1:94
  1 | statsby a:delta(body), b:rate(bytes, 5), c:prom_quantile(bytes, 0.5), d:prom_quantile(bytes, 2, 1.0)
    |                                                                                              ^
error: the field "n" does not exist among fields [a, b, c, d]
 --> main:3:17
  3 | statsby e:delta(n)
    |                 ^
