// a chart over time, by event type
make_col event:string(FIELDS.commit.collection), time:timestamp_us(int64(FIELDS.time_us))
make_table
make_event time
timechart 2m, n:count(), group_by(event)
make_table
pick_col minute:_c_valid_from, event, n
