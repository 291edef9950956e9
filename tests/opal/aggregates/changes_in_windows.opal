# the frame is the bin
--- input: fixtures/logs.ndjson
filter service = "web"
make_col recent:window(rate(bytes), group_by(service), frame(back:10m)), up:window(delta_monotonic(bytes), group_by(service)),
  so_far:round(window(rate(bytes), frame_preceding()), 6), change:window(delta(bytes), group_by(service), frame(ahead:10m))
pick_col timestamp, bytes, recent, up, so_far, change
--- rows
timestamp,bytes,recent,up,so_far,change
2024-05-01T10:00:05Z,120,0,124,0,-80
2024-05-01T10:01:10Z,80,0.13333333333333333,124,1.142857,-40
2024-05-01T10:07:00Z,40,0.2,124,0.285714,0
2024-05-01T10:45:00Z,44,0,124,0.045926,0
