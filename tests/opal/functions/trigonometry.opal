# angles in degrees and radians
--- input: fixtures/logs.ndjson
limit 1
make_col a:sin_deg(90), b:sin_deg(30), c:sin_deg(-450), d:cos_deg(90), e:cos_deg(60), f:cos_deg(180), g:tan_deg(45), h:tan_deg(90), i:tan_deg(-135),
  j:round(sin_rad(1), 6), k:round(cos_rad(1), 6), l:round(tan_rad(1), 6),
  m:arcsin_deg(1), n:arccos_deg(0), o:arctan_deg(1), p:arcsin_deg(2),
  q:round(arcsin_rad(1), 6), r:round(arccos_rad(-1), 6), s:round(arctan_rad(1), 6), t:arccos_rad(-1.1),
  u:sin_deg(float64_null()), v:sin_deg(180), w:cos_deg(270)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w
2024-05-01T10:00:05Z,1,0.5,-1,0,0.5,-1,1,∅,1,0.841471,0.540302,1.557408,90,90,45,∅,1.570796,3.141593,0.785398,∅,∅,0,0
