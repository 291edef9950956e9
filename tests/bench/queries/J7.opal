// a substring of the posts
filter FIELDS.commit.record.text ~ "bluesky"
statsby n:count(), group_by()
