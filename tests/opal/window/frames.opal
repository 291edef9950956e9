# frames in time: both ends inclusive, running from either side; frame_exact is the same
--- input: fixtures/examples/logs.ndjson
filter service = "web"
make_col near:window(count(), group_by(), frame(back:70s)), exact:window(count(), group_by(), frame_exact(back:65s, ahead:350s)),
  so_far:window(sum(bytes), group_by(), frame_preceding()), from_here:window(sum(bytes), group_by(), frame_following())
pick_col timestamp, near, exact, so_far, from_here
--- rows
timestamp,near,exact,so_far,from_here
2024-05-01T10:00:05Z,1,2,120,284
2024-05-01T10:01:10Z,2,3,200,164
2024-05-01T10:07:00Z,1,1,240,84
2024-05-01T10:45:00Z,1,1,284,44
