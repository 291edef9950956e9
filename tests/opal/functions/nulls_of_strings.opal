# a null argument gives null
--- input: fixtures/logs.ndjson
limit 1
make_col s:string_null(), n:int64_null()
make_col contains:coalesce(contains(s, "a"), contains("a", s)), starts:coalesce(starts_with(s, "a"), starts_with("a", s)), ends:coalesce(ends_with(s, "a"), ends_with("a", s)), like:coalesce(like(s, "a"), like("a", s), like(s, "a", "!")),
  lower:coalesce(lower(s), upper(s)), trim:coalesce(trim(s), trim(s, "a"), trim("a", s), ltrim(s), ltrim("a", s), rtrim(s), rtrim("a", s)), pad:coalesce(lpad(s, 2), lpad("a", n), lpad("a", 2, s), rpad(s, 2), rpad("a", n), rpad("a", 2, s)),
  left:coalesce(left(s, 1), left("a", n), right(s, 1), right("a", n)), substring:coalesce(substring(s, 0), substring("a", n), substring("a", 0, n)), position:coalesce(position(s, "a"), position("a", s), position("a", "a", n)),
  strlen:strlen(s), replace:coalesce(replace(s, "a", "b"), replace("a", s, "b"), replace("a", "a", s)), split:split(s, ","), part:coalesce(split_part(s, ",", 1), split_part("a", ",", n)), joined:coalesce(array_to_string(array_null(), ","), array_to_string(make_array(1), s), array_to_string(make_array(1, s), ",")),
  distance:coalesce(editdistance(s, "a"), editdistance("a", s)), sql:embed_sql_params(s, make_array()), kvs:parse_kvs(s), parts:parse_url(s), iso:parse_isotime(s), found:search(s, "a"), get:coalesce(get_field(attrs, s), get_field(object_null(), "a")), json:parse_json(s)
pick_col timestamp, contains, starts, ends, like, lower, trim, pad, left, substring, position, strlen, replace, split, part, joined, distance, sql, kvs, parts, iso, found, get, json
--- rows
timestamp,contains,starts,ends,like,lower,trim,pad,left,substring,position,strlen,replace,split,part,joined,distance,sql,kvs,parts,iso,found,get,json
2024-05-01T10:00:05Z,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅
