# what rollup and metric do not take
--- input: fixtures/examples/metrics.ndjson
rollup options(resolution:1m), a:avg(value), b:metric(), c:metric("x", rollup:"nope"), d:metric("x", type:"nope"), e:metric("x", size:3),
  f:metric("y"), g:metric("y", type:"delta")
--- diagnostics
error: "rollup" takes metrics: name:metric("name")
 --> main:1:34
  1 | rollup options(resolution:1m), a:avg(value), b:metric(), c:metric("x", rollup:"nope"), d:metric("x", type:"nope"), e:met…
    |                                  ^^^^^^^^^^
error: "metric" parameter "name" has no matching argument
 --> main:1:48
  1 | rollup options(resolution:1m), a:avg(value), b:metric(), c:metric("x", rollup:"nope"), d:metric("x", type:"nope"), e:met…
    |                                                ^^^^^^
error: unknown rollup "nope"
 --> main:1:60
  1 | rollup options(resolution:1m), a:avg(value), b:metric(), c:metric("x", rollup:"nope"), d:metric("x", type:"nope"), e:met…
    |                                                            ^^^^^^
error: unknown type of metric "nope"
 --> main:1:90
  1 | …, a:avg(value), b:metric(), c:metric("x", rollup:"nope"), d:metric("x", type:"nope"), e:metric("x", size:3),
    |                                                              ^^^^^^
error: "metric" takes a name, filter:, rollup:, type:, unit:, description:, label: and aggregate:
 --> main:1:130
  1 | …, rollup:"nope"), d:metric("x", type:"nope"), e:metric("x", size:3),
    |                                                              ^^^^^^
error: metric "y" is given as gauge and as delta
 --> main:2:20
  2 |   f:metric("y"), g:metric("y", type:"delta")
    |                    ^^^^^^
