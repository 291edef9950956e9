# nothing is computed
--- input: fixtures/runs/readings.ndjson
set_col_visible extra:false
set_col_enum kind:true
set_col_immutable host:true
set_dataset_alias "r"
statsby n:count()
--- rows
n
8
