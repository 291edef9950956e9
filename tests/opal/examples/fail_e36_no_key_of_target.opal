# E36: no key of target
--- input: fixtures/examples/logs.ndjson
lookup on(level=@codes.text), t:@codes.text
--- with: codes
--- error: 1:11
target columns [text] must constitute a candidate/primary key of @codes (keys: [code])
