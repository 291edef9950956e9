# pairs must not depend on chance
--- input: fixtures/examples/logs.ndjson
join on(service = @owners.service and uniform(0.0, 1.0) > 0.5), owner:@owners.service
exists service = @owners.service, zipf(1.5, 10) = 1
--- with: owners
--- diagnostics
error: "uniform" gives another value at each call and cannot pair rows
 --> main:1:9
  1 | join on(service = @owners.service and uniform(0.0, 1.0) > 0.5), owner:@owners.service
    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ compute it before with make_col
error: "zipf" gives another value at each call and cannot pair rows
 --> main:2:35
  2 | exists service = @owners.service, zipf(1.5, 10) = 1
    |                                   ^^^^^^^^^^^^^^^^^ compute it before with make_col
