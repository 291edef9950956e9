SELECT d.commit.collection AS event, count() AS n FROM bluesky GROUP BY event ORDER BY n DESC, event
