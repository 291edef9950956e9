// a lookup in a reference table
make_col event:string(FIELDS.commit.collection)
lookup on(event = @collections.collection), family:@collections.family
statsby n:count(), group_by(family)
