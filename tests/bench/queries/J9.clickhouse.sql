SELECT c.family AS family, count() AS n FROM bluesky LEFT JOIN collections c ON d.commit.collection = c.collection GROUP BY family
