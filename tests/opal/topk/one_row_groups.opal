# where each group has one row, the best groups are the first rows of an order
--- input: fixtures/runs/readings.ndjson
statsby n:count(), most:max(value), group_by(host)
topk 2, max(most), group_by(host)
--- plan
sort _c_rank, string(FIELDS.host)
  project string(FIELDS.host) n most _c_rank=row_number() over ( order most desc, string(FIELDS.host))
    top limit 2 by most desc nulls last, string(FIELDS.host)
      aggregate group=[string(FIELDS.host)] n=count() most=max(float64(FIELDS.value))
        scan runs/readings [string(FIELDS.host), float64(FIELDS.value)]
--- rows
host,n,most,_c_rank
h1,4,20,1
h2,4,9,2
