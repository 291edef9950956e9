// top event types
make_col event:string(FIELDS.commit.collection)
statsby n:count(), group_by(event)
sort desc(n), event
