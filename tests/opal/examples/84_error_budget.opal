# Error budget with two subqueries, a parameter and a tag filter
--- input: fixtures/examples/logs.ndjson
@errs <- @ {
  filter array_contains($svc, service) or is_null($svc)
  filter level = "error"
  timechart 5m, errors:count(), group_by(service)
}
@all <- @ {
  filter array_contains($svc, service) or is_null($svc)
  timechart 5m, total:count(), group_by(service)
}
<- @all {
  leftjoin on(service=@errs.service and _c_bucket=@errs._c_bucket), errors:@errs.errors
  make_col errors:coalesce(errors, 0)
  make_col ratio:float64(errors) / float64(total)
  lookup on(service=@owners.service), team:@owners.team
}
--- with: owners
--- parameters
svc: array null
--- rows
_c_valid_from,_c_valid_to,service,total,_c_bucket,errors,ratio,team
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,db,1,5715192,1,1,storage
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,web,2,5715192,1,0.5,frontend
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,web,1,5715193,0,0,frontend
2024-05-01T10:10:00Z,2024-05-01T10:15:00Z,api,1,5715194,0,0,platform
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,api,2,5715198,2,1,platform
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,web,1,5715201,0,0,frontend
