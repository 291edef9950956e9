SELECT {ip} AS ip, count(*) AS n FROM access GROUP BY 1 ORDER BY n DESC, ip LIMIT 100
