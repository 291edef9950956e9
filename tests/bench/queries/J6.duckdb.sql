SELECT count(*) AS n FROM bluesky WHERE {did} = 'did:plc:in5adxog2by54p4mmxzu7zq6'
