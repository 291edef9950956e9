// a part of the path, cut out
make_col path:string(FIELDS.path)
extract_regex path, /^\/(?P<area>[^\/]+)/
statsby n:count(), bytes:sum(int64(FIELDS.bytes)), group_by(area)
