SELECT count(DISTINCT key) AS keys, count(*) AS n FROM (SELECT unnest(json_keys({msg:JSON})) AS key FROM k8s WHERE json_type({msg:JSON}) = 'OBJECT')
