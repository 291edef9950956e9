# kilometres on the globe
--- input: fixtures/logs.ndjson
limit 1
make_col a:round(haversine_distance_km(40.7127, -74.0059, 34.05, -118.25), 3),
  b:haversine_distance_km(0, 0, 0, 0),
  c:round(haversine_distance_km(0, 0, 0, 180), 3),
  d:haversine_distance_km(0, float64_null(), 0, 180)
pick_col timestamp, a, b, c, d
--- rows
timestamp,a,b,c,d
2024-05-01T10:00:05Z,3936.385,0,20015.087,∅
