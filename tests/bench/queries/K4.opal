// pods of which nothing was heard for five minutes
make_col pod:string(FIELDS.pod), ts:parse_isotime(string(FIELDS.ts))
statsby last:max(ts), group_by(pod)
filter last >= parse_isotime("2024-11-21T16:26:00Z")
follow_not pod = @pods.pod
sort pod
