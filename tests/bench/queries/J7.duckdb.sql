SELECT count(*) AS n FROM bluesky WHERE {commit.record.text} ILIKE '%bluesky%'
