# whole objects
--- input: fixtures/logs.ndjson
make_col metric:"state"
pick_col timestamp, metric, attrs, service
interface "metric", objectValue:attrs
align 30m, state:any(m_object("state"))
--- rows
valid_from,valid_to,service,state,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,api,{"user":null,"tags":["slow","db"]},952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,db,{"retry":3},952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,web,{"user":{"id":"u1"},"code":"200"},952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,api,{},952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,web,{"user":{"id":"u3"},"code":"200"},952533
