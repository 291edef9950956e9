# a link in group_by stands for the columns that it goes from
--- input: fixtures/examples/logs.ndjson
set_link "Owner", service=@owners.service
statsby n:count(), group_by(^Owner...)
--- with: owners
--- rows
service,n
api,3
db,1
web,4
