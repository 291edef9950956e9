# numbers
--- input: fixtures/logs.ndjson
limit 1
make_col a:abs(-2),
  b:ceil(1.234, 2),
  c:floor(-1.5),
  d:round(2.5),
  e:round(2.345, 1),
  f:round(1250.0, -2),
  g:int_div(7, 2),
  h:int_div(7, 0),
  i:mod(7, 3),
  j:mod(-7, 3),
  k:pow(2, 3),
  l:sqrt(9),
  m:sqrt(-1),
  n:exp(0),
  o:ln(1),
  p:ln(0),
  q:log(10, 100),
  r:degrees(pi()),
  s:radians(180),
  t:mod(5.5, 2),
  u:int_div(7.5, 2),
  v:abs(-5m),
  w:ceil(1.2),
  x:floor(1.29, 1)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x
2024-05-01T10:00:05Z,2,1.24,-2,3,2.3,1300,3,∅,1,-1,8,3,∅,1,0,∅,2,180,3.141592653589793,1.5,3,300000000000,2,1.2
