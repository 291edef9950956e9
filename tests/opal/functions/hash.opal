# hashes of values with their types
--- input: fixtures/logs.ndjson
limit 1
make_col a:hash("abc"), b:hash(1), c:hash(1, "x", true), d:hash(string_null()), e:hash(attrs)
make_col same:hash("abc") = a, typed:hash("1") = hash(1), floats:hash(1.0) = hash(1), order:hash(1, 2) = hash(2, 1), split:hash("ab", "c") = hash("a", "bc"), nulls:hash(int64_null(), 1) = hash(1, int64_null()), empty:hash("") = hash(string_null()),
  variants:hash(attrs.code) = hash("200"), objects:hash(parse_json("{\"a\":1,\"b\":2.0}")) = hash(parse_json("{\"b\":2e0, \"a\":1}")), times:hash(timestamp) = hash(int64(timestamp)), null_json:hash(parse_json("null")) = hash(variant_null())
pick_col timestamp, a, b, c, d, e, same, typed, floats, order, split, nulls, empty, variants, objects, times, null_json
--- rows
timestamp,a,b,c,d,e,same,typed,floats,order,split,nulls,empty,variants,objects,times,null_json
2024-05-01T10:00:05Z,7890049246336459675,6051775390400816494,-6524061554334506969,7396254550261676083,-3272486156208808504,true,false,false,false,false,false,false,true,true,false,false
