// a needle: the events of one user
filter string(FIELDS.did) = "did:plc:in5adxog2by54p4mmxzu7zq6"
statsby n:count(), group_by()
