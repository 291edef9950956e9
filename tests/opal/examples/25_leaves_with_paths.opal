# Leaves with their paths
--- input: fixtures/examples/logs.ndjson
filter service = "web" and level = "info"
flatten_leaves attrs
pick_col timestamp, path:_c_attrs_path, val:string(_c_attrs_value)
--- rows
timestamp,path,val
2024-05-01T10:00:05Z,code,200
2024-05-01T10:00:05Z,user.id,u1
2024-05-01T10:07:00Z,code,200
2024-05-01T10:07:00Z,user.id,u1
