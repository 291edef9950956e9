# ties share a rank; dense_rank leaves no gaps, row_number has no ties
--- input: fixtures/examples/http.ndjson
make_col r:window(rank(), group_by(), order_by(path)), d:window(dense_rank(), group_by(), order_by(path)),
  n:window(row_number(), group_by(), order_by(path))
pick_col timestamp, path, r, d, n
--- rows
timestamp,path,r,d,n
2024-05-01T10:00:05Z,/cart,1,1,1
2024-05-01T10:01:10Z,/cart,1,1,2
2024-05-01T10:07:00Z,/home,3,2,3
2024-05-01T10:20:00Z,/pay,6,4,6
2024-05-01T10:45:00Z,/home,3,2,4
2024-05-01T10:46:00Z,/nope,5,3,5
