// top talkers
statsby n:count(), group_by(ip:string(FIELDS.ip))
topk 100, max(n), group_by(ip)
pick_col ip, n
