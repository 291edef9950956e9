# Rename, and swap
--- input: fixtures/examples/deploys.ndjson
rename_col release:version, by:author
--- rows
timestamp,service,release,by
2024-05-01T10:06:30Z,web,1.5,bob
2024-05-01T10:30:30Z,api,2.0,eve
