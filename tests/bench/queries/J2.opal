// event types with exact users
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create"
make_col event:string(FIELDS.commit.collection), did:string(FIELDS.did)
statsby n:count(), users:count_distinct_exact(did), group_by(event)
sort desc(n), event
