// errors per host and minute
make_col ts:parse_isotime(string(FIELDS.ts)), host:string(FIELDS.host), status:int64(FIELDS.status)
make_table
make_event ts
timechart 2m, total:count(), err:sum(case(status >= 500, 1, true, 0)), group_by(host)
make_table
pick_col minute:_c_valid_from, host, total, err
