# from events
--- input: fixtures/runs/hosts.ndjson
update_resource dev = @jobs.host, temp:@jobs.load
--- with: jobs
--- diagnostics
error: "update_resource" needs an Event dataset, @jobs is of kind Interval
 --> main:1:23
  1 | update_resource dev = @jobs.host, temp:@jobs.load
    |                       ^^^^^ use make_event in it first
