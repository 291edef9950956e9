SELECT d.commit.collection AS event, count() AS n, uniqExact(d.did) AS users FROM bluesky WHERE d.kind = 'commit' AND d.commit.operation = 'create' GROUP BY event ORDER BY n DESC, event
