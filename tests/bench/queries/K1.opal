// the newest errors with a word
make_col ts:parse_isotime(string(FIELDS.ts)), pod:string(FIELDS.pod), msg:string(FIELDS.msg)
filter string(FIELDS.level) = "ERROR" and msg ~ "timeout"
filter ts >= parse_isotime("2024-11-21T16:25:49Z") and ts < parse_isotime("2024-11-21T16:40:49Z")
make_table
sort desc(ts), pod, msg
limit 100
pick_col ts, pod, msg
