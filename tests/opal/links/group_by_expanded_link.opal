# ^Node... is the columns of the link, here `node`
--- input: fixtures/examples/pods.ndjson
set_link "Node", node:@nodes.node
statsby n:count(), group_by(^Node...)
--- with: nodes
--- rows
node,n
n1,3
n2,3
