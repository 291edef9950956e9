// distinct keys of messages that are objects
make_col o:object(FIELDS.msg)
flatten_single o
statsby keys:count_distinct_exact(_c_o_path), n:count(), group_by()
