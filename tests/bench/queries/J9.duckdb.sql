SELECT c.family AS family, count(*) AS n FROM bluesky LEFT JOIN collections c ON {commit.collection} = c.collection GROUP BY 1
