SELECT {commit.collection} AS event, count(*) AS n, count(DISTINCT {did}) AS users FROM bluesky WHERE {kind} = 'commit' AND {commit.operation} = 'create' GROUP BY 1 ORDER BY n DESC, event
