SELECT nullif(regexp_extract({path}, '^/([^/]+)', 1), '') AS area, count(*) AS n, sum({bytes:BIGINT}) AS bytes FROM access GROUP BY 1
