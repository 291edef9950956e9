# frames of fill
--- input: fixtures/logs.ndjson
timechart 10m, n:count()
fill frame(ahead:5m), n:0
fill frame(ahead:7d), n:0
fill frame(back:10m), n:0
--- diagnostics
error: "ahead" must not be shorter than a bin
 --> main:2:6
  2 | fill frame(ahead:5m), n:0
    |      ^^^^^
error: "ahead" must be less than a week
 --> main:3:6
  3 | fill frame(ahead:7d), n:0
    |      ^^^^^
error: "fill" takes frame(ahead:…) only
 --> main:4:6
  4 | fill frame(back:10m), n:0
    |      ^^^^^
