# a Table is made of the window, whatever later steps ask for
--- input: fixtures/runs/readings.ndjson
@t <- @ { statsby n:count(), group_by(host) }
@u <- @ { make_table }
@v <- @u { statsby m:count(), group_by(host) }
<- @ { lookup on(host = @t.host), n:@t.n
  lookup on(host = @v.host), m:@v.m
  make_col moved:timestamp - 1s
  set_timestamp options(max_time_diff:2h), moved
  pick_col moved, n, m }
--- window
2024-05-01T10:00:09Z 2024-05-01T10:00:11Z
--- rows
moved,n,m
2024-05-01T10:00:09Z,2,2
2024-05-01T10:00:09Z,2,2
