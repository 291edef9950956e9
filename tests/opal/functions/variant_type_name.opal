# the types of variants
--- input: fixtures/mixed.ndjson
make_col id:int64(FIELDS.id)
make_col t:variant_type_name(FIELDS.v), o:variant_type_name(object(FIELDS)), s:variant_type_name("x")
sort id
pick_col BUNDLE_TIMESTAMP, id, t, o, s
--- rows
BUNDLE_TIMESTAMP,id,t,o,s
2024-05-01T10:00:00Z,1,int64,object,string
2024-05-01T10:01:00Z,2,string,object,string
2024-05-01T10:02:00Z,3,float64,object,string
2024-05-01T10:03:00Z,4,bool,object,string
2024-05-01T10:04:00Z,5,null,object,string
2024-05-01T10:05:00Z,6,∅,object,string
2024-05-01T10:06:00Z,7,object,object,string
2024-05-01T10:07:00Z,8,array,object,string
2024-05-01T10:08:00Z,9,string,object,string
2024-05-01T10:09:00Z,10,int64,object,string
2024-05-01T10:10:00Z,11,float64,object,string
2024-05-01T10:11:00Z,12,float64,object,string
2024-05-01T10:12:00Z,13,object,object,string
2024-05-01T10:13:00Z,14,string,object,string
2024-05-01T10:14:00Z,15,string,object,string
2024-05-01T10:15:00Z,16,string,object,string
