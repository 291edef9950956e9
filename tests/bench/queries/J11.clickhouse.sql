SELECT d.did AS did, count() AS n FROM bluesky GROUP BY did ORDER BY n DESC, did LIMIT 10
