SELECT toStartOfInterval(fromUnixTimestamp64Micro(d.time_us, 'UTC'), INTERVAL 2 minute) AS minute, d.commit.collection AS event, count() AS n FROM bluesky GROUP BY minute, event
