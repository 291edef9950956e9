SELECT count() AS n FROM bluesky WHERE d.commit.record.text.:String ILIKE '%bluesky%'
