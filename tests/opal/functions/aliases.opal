# older names still work and name the new ones
--- input: fixtures/logs.ndjson
limit 1
make_col a:timestamp_ms(0), b:timestamp_s(0), c:timestamp_ns(0), d:row_start_time(), e:milliseconds(1), f:nanoseconds(1), g:seconds(1), h:strcat("a", "b"), i:string_concat("a", "b"), j:startswith("ab", "a"), k:endswith("ab", "b"), l:isnull(body), m:ifnull(string_null(), "x"), n:parsekvs("a=1"), o:parseurl("http://h"), p:parseisotime("2024-01-01T00:00:00Z"), q:parsejson("[1]"), r:parsehex("ff"), s:makeobject(a:1), t:makearray(1),
  u:array_pivot(make_array(), "k", "v"), v:array_unpivot(make_object(), "k", "v"), w:decodebase64("YQ=="), x:encodebase64("a"), y:querystarttime(), z:queryendtime(), a2:regex_replace("ab", /b/, "c"), b2:regex_match("ab", /b/), c2:getfield(attrs, "code"), d2:getitem(make_array(7), 0), e2:splitpart("a-b", "-", 2), f2:isjsonnull(parse_json("null"))
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a2, b2, c2, d2, e2, f2
--- diagnostics
warning: "milliseconds" is deprecated
 --> main:2:88
  2 | … b:timestamp_s(0), c:timestamp_ns(0), d:row_start_time(), e:milliseconds(1), f:nanoseconds(1), g:seconds(1), h:strcat("a…
    |                                                              ^^^^^^^^^^^^ use from_milliseconds
warning: "nanoseconds" is deprecated
 --> main:2:107
  2 | …c:timestamp_ns(0), d:row_start_time(), e:milliseconds(1), f:nanoseconds(1), g:seconds(1), h:strcat("a", "b"), i:string_c…
    |                                                              ^^^^^^^^^^^ use from_nanoseconds
warning: "seconds" is deprecated
 --> main:2:125
  2 | … d:row_start_time(), e:milliseconds(1), f:nanoseconds(1), g:seconds(1), h:strcat("a", "b"), i:string_concat("a", "b"), j…
    |                                                              ^^^^^^^ use from_seconds
warning: "strcat" is deprecated
 --> main:2:139
  2 | …ime(), e:milliseconds(1), f:nanoseconds(1), g:seconds(1), h:strcat("a", "b"), i:string_concat("a", "b"), j:startswith("a…
    |                                                              ^^^^^^ use concat_strings
warning: "string_concat" is deprecated
 --> main:2:159
  2 | …s(1), f:nanoseconds(1), g:seconds(1), h:strcat("a", "b"), i:string_concat("a", "b"), j:startswith("ab", "a"), k:endswith…
    |                                                              ^^^^^^^^^^^^^ use concat_strings
warning: "startswith" is deprecated
 --> main:2:186
  2 | …econds(1), h:strcat("a", "b"), i:string_concat("a", "b"), j:startswith("ab", "a"), k:endswith("ab", "b"), l:isnull(body)…
    |                                                              ^^^^^^^^^^ use starts_with
warning: "endswith" is deprecated
 --> main:2:211
  2 | …"b"), i:string_concat("a", "b"), j:startswith("ab", "a"), k:endswith("ab", "b"), l:isnull(body), m:ifnull(string_null(),…
    |                                                              ^^^^^^^^ use ends_with
warning: "isnull" is deprecated
 --> main:2:234
  2 | …a", "b"), j:startswith("ab", "a"), k:endswith("ab", "b"), l:isnull(body), m:ifnull(string_null(), "x"), n:parsekvs("a=1"…
    |                                                              ^^^^^^ use is_null
warning: "ifnull" is deprecated
 --> main:2:250
  2 | …tswith("ab", "a"), k:endswith("ab", "b"), l:isnull(body), m:ifnull(string_null(), "x"), n:parsekvs("a=1"), o:parseurl("h…
    |                                                              ^^^^^^ use if_null
warning: "parsekvs" is deprecated
 --> main:2:280
  2 | …"ab", "b"), l:isnull(body), m:ifnull(string_null(), "x"), n:parsekvs("a=1"), o:parseurl("http://h"), p:parseisotime("202…
    |                                                              ^^^^^^^^ use parse_kvs
warning: "parseurl" is deprecated
 --> main:2:299
  2 | …l(body), m:ifnull(string_null(), "x"), n:parsekvs("a=1"), o:parseurl("http://h"), p:parseisotime("2024-01-01T00:00:00Z")…
    |                                                              ^^^^^^^^ use parse_url
warning: "parseisotime" is deprecated
 --> main:2:323
  2 | …_null(), "x"), n:parsekvs("a=1"), o:parseurl("http://h"), p:parseisotime("2024-01-01T00:00:00Z"), q:parsejson("[1]"), r:…
    |                                                              ^^^^^^^^^^^^ use parse_isotime
warning: "parsejson" is deprecated
 --> main:2:363
  2 | …eurl("http://h"), p:parseisotime("2024-01-01T00:00:00Z"), q:parsejson("[1]"), r:parsehex("ff"), s:makeobject(a:1), t:mak…
    |                                                              ^^^^^^^^^ use parse_json
warning: "parsehex" is deprecated
 --> main:2:383
  2 | …parseisotime("2024-01-01T00:00:00Z"), q:parsejson("[1]"), r:parsehex("ff"), s:makeobject(a:1), t:makearray(1),
    |                                                              ^^^^^^^^ use parse_hex
warning: "makeobject" is deprecated
 --> main:2:401
  2 | …-01-01T00:00:00Z"), q:parsejson("[1]"), r:parsehex("ff"), s:makeobject(a:1), t:makearray(1),
    |                                                              ^^^^^^^^^^ use make_object
warning: "makearray" is deprecated
 --> main:2:420
  2 | … q:parsejson("[1]"), r:parsehex("ff"), s:makeobject(a:1), t:makearray(1),
    |                                                              ^^^^^^^^^ use make_array
warning: "array_pivot" is deprecated
 --> main:3:5
  3 |   u:array_pivot(make_array(), "k", "v"), v:array_unpivot(make_object(), "k", "v"), w:decodebase64("YQ=="), x:encodebase6…
    |     ^^^^^^^^^^^ use pivot_array
warning: "array_unpivot" is deprecated
 --> main:3:44
  3 |   u:array_pivot(make_array(), "k", "v"), v:array_unpivot(make_object(), "k", "v"), w:decodebase64("YQ=="), x:encodebase6…
    |                                            ^^^^^^^^^^^^^ use unpivot_array
warning: "decodebase64" is deprecated
 --> main:3:86
  3 | …y(), "k", "v"), v:array_unpivot(make_object(), "k", "v"), w:decodebase64("YQ=="), x:encodebase64("a"), y:querystarttime(…
    |                                                              ^^^^^^^^^^^^ use decode_base64
warning: "encodebase64" is deprecated
 --> main:3:110
  3 | …unpivot(make_object(), "k", "v"), w:decodebase64("YQ=="), x:encodebase64("a"), y:querystarttime(), z:queryendtime(), a2:…
    |                                                              ^^^^^^^^^^^^ use encode_base64
warning: "querystarttime" is deprecated
 --> main:3:131
  3 | …, "k", "v"), w:decodebase64("YQ=="), x:encodebase64("a"), y:querystarttime(), z:queryendtime(), a2:regex_replace("ab", /…
    |                                                              ^^^^^^^^^^^^^^ use query_start_time
warning: "queryendtime" is deprecated
 --> main:3:151
  3 | …ebase64("YQ=="), x:encodebase64("a"), y:querystarttime(), z:queryendtime(), a2:regex_replace("ab", /b/, "c"), b2:regex_m…
    |                                                              ^^^^^^^^^^^^ use query_end_time
warning: "regex_replace" is deprecated
 --> main:3:170
  3 | …encodebase64("a"), y:querystarttime(), z:queryendtime(), a2:regex_replace("ab", /b/, "c"), b2:regex_match("ab", /b/), c2…
    |                                                              ^^^^^^^^^^^^^ use replace_regex
warning: "regex_match" is deprecated
 --> main:3:204
  3 | …e(), z:queryendtime(), a2:regex_replace("ab", /b/, "c"), b2:regex_match("ab", /b/), c2:getfield(attrs, "code"), d2:getit…
    |                                                              ^^^^^^^^^^^ use match_regex
warning: "getfield" is deprecated
 --> main:3:231
  3 | …egex_replace("ab", /b/, "c"), b2:regex_match("ab", /b/), c2:getfield(attrs, "code"), d2:getitem(make_array(7), 0), e2:sp…
    |                                                              ^^^^^^^^ use get_field
warning: "getitem" is deprecated
 --> main:3:259
  3 | …, b2:regex_match("ab", /b/), c2:getfield(attrs, "code"), d2:getitem(make_array(7), 0), e2:splitpart("a-b", "-", 2), f2:i…
    |                                                              ^^^^^^^ use get_item
warning: "splitpart" is deprecated
 --> main:3:289
  3 | …2:getfield(attrs, "code"), d2:getitem(make_array(7), 0), e2:splitpart("a-b", "-", 2), f2:isjsonnull(parse_json("null"))
    |                                                              ^^^^^^^^^ use split_part
warning: "isjsonnull" is deprecated
 --> main:3:318
  3 | …:getitem(make_array(7), 0), e2:splitpart("a-b", "-", 2), f2:isjsonnull(parse_json("null"))
    |                                                              ^^^^^^^^^^ use is_json_null
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,a2,b2,c2,d2,e2,f2
2024-05-01T10:00:05Z,1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,1970-01-01T00:00:00Z,2024-05-01T10:00:05Z,1970-01-01T00:00:00.001Z,1970-01-01T00:00:00.000000001Z,1970-01-01T00:00:01Z,ab,ab,true,true,false,x,{"a":"1"},{"fragment":null,"host":"h","parameters":null,"path":null,"port":null,"query":null,"scheme":"http"},2024-01-01T00:00:00Z,[1],255,{"a":1},[1],{},[],a,YQ==,2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,ac,true,"200",7,b,true
