// the ten most active users
statsby n:count(), group_by(did:string(FIELDS.did))
topk 10, max(n), group_by(did)
pick_col did, n
