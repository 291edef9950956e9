// a path that few documents have
filter not is_null(FIELDS.commit.record.reply.root.uri)
statsby n:count(), group_by()
