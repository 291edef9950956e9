# the text of the entity that a link names: its key, when the other dataset has no label
--- input: fixtures/examples/logs.ndjson
set_link "Owner", service:@owners.service
make_col who:label(^Owner), same:string(^Owner)
statsby n:count(), group_by(who, same)
--- with: owners
--- rows
who,same,n
api,api,3
db,db,1
web,web,4
