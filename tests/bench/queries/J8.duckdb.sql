SELECT time_bucket(INTERVAL 2 minutes, make_timestamp({time_us:BIGINT})) AS minute, {commit.collection} AS event, count(*) AS n FROM bluesky GROUP BY 1, 2
