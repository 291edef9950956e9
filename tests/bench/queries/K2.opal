// lines per namespace and level, by hour
make_col ts:parse_isotime(string(FIELDS.ts)), namespace:string(FIELDS.namespace), level:string(FIELDS.level)
make_table
make_event ts
timechart 1h, n:count(), group_by(namespace, level)
make_table
pick_col hour:_c_valid_from, namespace, level, n
