# numbers of both kinds, decimals, and what is outside of a function
--- input: fixtures/logs.ndjson
limit 1
make_col a:mod(7, 3), b:mod(-7, 3), c:mod(7.5, 2), d:mod(7, 0), e:mod(7.5, 0.0), f:int_div(7, 2), g:int_div(-7, 2), h:int_div(7.5, 2), i:int_div(1, 0), j:int_div(1.5, 0),
  k:abs(-2), l:abs(-2.5), m:abs(-2m), n:ceil(1.2), o:ceil(1.234, 2), p:floor(-1.2), q:floor(1.239, 2), r:round(2.5), s:round(-2.5), t:round(2.345, 1), u:round(1250, -2), v:round(int64_null(), 1)
make_col a2:sqrt(9), b2:sqrt(-1), c2:exp(0), d2:ln(1), e2:ln(0), f2:log(10, 100), g2:log(1, 5), h2:log(2, 0), i2:pow(2, 3), j2:pow(2.5, 2), k2:pow(-8, 0.5), l2:degrees(pi()), m2:radians(180), n2:pow(10, 400), o2:exp(1000)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2, o2
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,a2,b2,c2,d2,e2,f2,g2,h2,i2,j2,k2,l2,m2,n2,o2
2024-05-01T10:00:05Z,1,-1,1.5,∅,∅,3,-3,3,∅,∅,2,2.5,120000000000,2,1.24,-2,1.23,3,-3,2.3,1300,∅,3,∅,1,0,∅,2,∅,∅,8,6.25,∅,180,3.141592653589793,∅,∅
