SELECT {commit.collection} AS event, count(*) AS n FROM bluesky GROUP BY 1 ORDER BY n DESC, event
