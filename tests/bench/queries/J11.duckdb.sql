SELECT {did} AS did, count(*) AS n FROM bluesky GROUP BY 1 ORDER BY n DESC, did LIMIT 10
