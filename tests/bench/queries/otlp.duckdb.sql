-- One document for each span of each request.
SELECT json_object('service', service, 'span', span) AS d
FROM (SELECT service, unnest(spans) AS span
      FROM (SELECT json_extract_string(r, '$.resource.attributes[0].value.stringValue') AS service, json_extract(r, '$.scopeSpans[*].spans[*]') AS spans
            FROM (SELECT unnest(json_extract(d, '$.resourceSpans[*]')) AS r FROM lines)))
