# ties go by the keys, null scores are the last
--- input: fixtures/runs/readings.ndjson
topk 3, max(if(kind = "cpu", value, null)), group_by(kind)
statsby score:any(_c_rank), group_by(kind)
--- rows
kind,score
cpu,1
mem,2
∅,3
