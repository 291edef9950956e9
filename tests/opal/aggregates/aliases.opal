# older names of aggregates and argument functions
--- input: fixtures/http.ndjson
statsby a:countdistinct(path), b:countdistinctexact(path), c:percentilecont(status, 0.5), d:percentiledisc(status, 0.5), e:firstnotnull(status), f:lastnotnull(status), g:anynotnull(method), h:arrayagg(status, orderby(desc(status))), groupby(method)
--- diagnostics
warning: "countdistinct" is deprecated
 --> main:1:11
  1 | statsby a:countdistinct(path), b:countdistinctexact(path), c:percentilecont(status, 0.5), d:percentiledisc(status, 0.5),…
    |           ^^^^^^^^^^^^^ use count_distinct
warning: "countdistinctexact" is deprecated
 --> main:1:34
  1 | statsby a:countdistinct(path), b:countdistinctexact(path), c:percentilecont(status, 0.5), d:percentiledisc(status, 0.5),…
    |                                  ^^^^^^^^^^^^^^^^^^ use count_distinct_exact
warning: "percentilecont" is deprecated
 --> main:1:62
  1 | …tatsby a:countdistinct(path), b:countdistinctexact(path), c:percentilecont(status, 0.5), d:percentiledisc(status, 0.5), …
    |                                                              ^^^^^^^^^^^^^^ use percentile_cont
warning: "percentiledisc" is deprecated
 --> main:1:93
  1 | …:countdistinctexact(path), c:percentilecont(status, 0.5), d:percentiledisc(status, 0.5), e:firstnotnull(status), f:lastn…
    |                                                              ^^^^^^^^^^^^^^ use percentile_disc
warning: "firstnotnull" is deprecated
 --> main:1:124
  1 | …rcentilecont(status, 0.5), d:percentiledisc(status, 0.5), e:firstnotnull(status), f:lastnotnull(status), g:anynotnull(me…
    |                                                              ^^^^^^^^^^^^ use first_not_null
warning: "lastnotnull" is deprecated
 --> main:1:148
  1 | …), d:percentiledisc(status, 0.5), e:firstnotnull(status), f:lastnotnull(status), g:anynotnull(method), h:arrayagg(status…
    |                                                              ^^^^^^^^^^^ use last_not_null
warning: "anynotnull" is deprecated
 --> main:1:171
  1 | …tus, 0.5), e:firstnotnull(status), f:lastnotnull(status), g:anynotnull(method), h:arrayagg(status, orderby(desc(status))…
    |                                                              ^^^^^^^^^^ use any_not_null
warning: "arrayagg" is deprecated
 --> main:1:193
  1 | …ull(status), f:lastnotnull(status), g:anynotnull(method), h:arrayagg(status, orderby(desc(status))), groupby(method)
    |                                                              ^^^^^^^^ use array_agg
warning: "orderby" is deprecated
 --> main:1:210
  1 | …stnotnull(status), g:anynotnull(method), h:arrayagg(status, orderby(desc(status))), groupby(method)
    |                                                              ^^^^^^^ use order_by
warning: "groupby" is deprecated
 --> main:1:234
  1 | …notnull(method), h:arrayagg(status, orderby(desc(status))), groupby(method)
    |                                                              ^^^^^^^ use group_by
--- rows
method,a,b,c,d,e,f,g,h
GET,3,3,200,200,200,404,GET,[500,404,200,200,200]
POST,1,1,503,503,503,503,POST,[503]
