#include "tests/opal/second_opinion/cases.hpp"

#include <array>

namespace tests::opal {
namespace {

// Bins of the SQL are numbers of ten minutes and the like since the epoch, as nanoseconds.
constexpr SecondOpinion kCases[] = {
    // --- filters and columns
    {"ev | filter n > 5 | pick_col ts, k, n", "SELECT ts, k, n FROM e WHERE n > 5"},
    {"ev | filter not k = \"a\" and n < 0 | pick_col ts, k, n", "SELECT ts, k, n FROM e WHERE NOT (k = 'a') AND n < 0"},
    {"ev | filter k != \"a\" | pick_col ts, k", "SELECT ts, k FROM e WHERE k <> 'a'"},
    {"ev | filter is_null(n) or k = \"b\" | pick_col ts, k, n", "SELECT ts, k, n FROM e WHERE n IS NULL OR k = 'b'"},
    {"ev | filter in(k, \"a\", \"b\") and f >= 0 | pick_col ts, k, f", "SELECT ts, k, f FROM e WHERE k IN ('a', 'b') AND f >= 0"},
    {"ev | filter s ~ POST | pick_col ts, s", "SELECT ts, s FROM e WHERE s ILIKE '%post%'"},
    {"ev | filter s !~ cart | pick_col ts, s", "SELECT ts, s FROM e WHERE s NOT ILIKE '%cart%'"},
    {"ev | filter same(k, h) or same(n, int64_null()) | pick_col ts, n", "SELECT ts, n FROM e WHERE k = h OR n IS NULL"},
    {"ev | make_col m:n / 3, d:mod(n, 7), q:int_div(n, 3), z:n / (n - n) | pick_col ts, m, d, q, z",
     "SELECT ts, n / 3, n % 7, n // 3, CAST(NULL AS DOUBLE) FROM e"},
    {"ev | make_col x:if(n > f, \"n\", \"f\"), y:coalesce(k, h, \"-\"), c:case(n > 5, 1, n > 0, 2) | pick_col ts, x, y, c",
     "SELECT ts, CASE WHEN n > f THEN 'n' ELSE 'f' END, coalesce(k, h, '-'), CASE WHEN n > 5 THEN 1 WHEN n > 0 THEN 2 END FROM e"},
    {"ev | make_col a:int64(o.a), t:string(o.a), c:int64(o.b.c), d:string(o.b.d[1]), q:is_null(o.\"e.f\") | pick_col ts, a, t, c, d, q",
     "SELECT ts, TRY_CAST(o->>'$.a' AS BIGINT), o->>'$.a', CAST(o->>'$.b.c' AS BIGINT), o->>'$.b.d[1]', "
     "(o->'$.\"e.f\"') IS NULL FROM e"},
    {"ev | make_col j:is_null(o.a), v:is_null(string(o.a)) | pick_col ts, j, v",
     "SELECT ts, (o->'$.a') IS NULL, (o->>'$.a') IS NULL FROM e"},
    {"ev | filter big > 9007199254740992 or big = -9223372036854775807 - 1 | pick_col ts, big",
     "SELECT ts, big FROM e WHERE big > 9007199254740992 OR big = -9223372036854775808"},
    {"ev | make_col a:big - 1 + 1 > 0 | filter in(big, -1, 0) | pick_col ts, a", "SELECT ts, big > 0 FROM e WHERE big IN (-1, 0)"},
    {"ev | extract_regex s, /(?P<verb>[A-Z]+) .*?(?P<code::int64>[0-9]+)/ | pick_col ts, verb, code",
     "SELECT ts, CASE WHEN regexp_matches(s, '([A-Z]+) .*?([0-9]+)') THEN regexp_extract(s, '([A-Z]+) .*?([0-9]+)', 1) END, "
     "CASE WHEN regexp_matches(s, '([A-Z]+) .*?([0-9]+)') THEN CAST(regexp_extract(s, '([A-Z]+) .*?([0-9]+)', 2) AS BIGINT) END FROM e"},
    {"ev | make_col a:upper(s), b:substring(s, 1, 3), c:split_part(s, \" \", -1), d:strlen(s) | pick_col ts, a, b, c, d",
     "SELECT ts, upper(s), substring(s, 2, 3), split_part(s, ' ', -1), length(s) FROM e"},
    {"ev | make_col q:row_start_time() = query_start_time(), age:int64(query_end_time() - ts) | pick_col ts, q, age",
     "SELECT ts, ts = window_start(), window_end() - ts FROM e"},
    {"ev | rename_col n:f, f:n | pick_col ts, n, f", "SELECT ts, f, n FROM e"},

    // --- groups
    {"ev | statsby n1:count(), c:count(n), s:sum(n), lo:min(n), hi:max(n), group_by(k)",
     "SELECT k, count(*), count(n), CAST(sum(n) AS BIGINT), min(n), max(n) FROM e GROUP BY k"},
    {"ev | statsby a:avg(n), b:sum(f), c:round(stddev(f), 9), group_by()", "SELECT avg(n), sum(f), round(stddev_samp(f), 9) FROM e"},
    {"ev | statsby d:count_distinct_exact(k), dd:count_distinct_exact(k, h), group_by()",
     "SELECT count(DISTINCT k), count(DISTINCT (k, h)) FILTER (WHERE k IS NOT NULL AND h IS NOT NULL) FROM e"},
    {"ev | statsby m:median_exact(f), p:percentile_cont(f, 0.25), q:percentile_disc(f, 0.5), group_by(h)",
     "SELECT h, quantile_cont(f, 0.5), quantile_cont(f, 0.25), quantile_disc(f, 0.5) FROM e GROUP BY h"},
    {"ev | statsby a:first(n), b:last(n), c:first_not_null(n), d:last_not_null(n), group_by(k)",
     "SELECT k, first(n ORDER BY ts, rid), last(n ORDER BY ts, rid), first(n ORDER BY ts, rid) FILTER (WHERE n IS NOT NULL), "
     "last(n ORDER BY ts, rid) FILTER (WHERE n IS NOT NULL) FROM e GROUP BY k"},
    {"ev | statsby l:array_agg(n), t:string_agg(h, \"|\", desc(ts)), group_by(k)",
     "SELECT k, '[' || array_to_string(list(n ORDER BY ts, rid) FILTER (WHERE n IS NOT NULL), ',') || ']', "
     "string_agg(h, '|' ORDER BY ts DESC, rid) FROM e GROUP BY k"},
    {"ev | statsby big_even:sum(if(mod(n, 2) = 0, 1, 0)), r:100.0 * count(n) / count(), group_by(h, low:n < 0)",
     "SELECT h, n < 0 AS low, CAST(sum(CASE WHEN n % 2 = 0 THEN 1 ELSE 0 END) AS BIGINT), 100.0::DOUBLE * count(n) / count(*) FROM e GROUP BY ALL"},
    {"ev | statsby group_by(k, h)", "SELECT DISTINCT k, h FROM e"},
    {"ev | make_table | filter n > 0 | statsby lo:min(big), hi:max(big), group_by(h)", "SELECT h, min(big), max(big) FROM e WHERE n > 0 GROUP BY h"},
    {"ev | statsby lo:min(int64(o.a)), c:count(o.b), group_by(x:string(o.b.d))",
     "SELECT o->>'$.b.d', min(TRY_CAST(o->>'$.a' AS BIGINT)), count(o->'$.b') FROM e GROUP BY 1"},
    {"ev | set_primary_key h, k | statsby n1:count()", "SELECT h, k, count(*) FROM e GROUP BY h, k"},

    // --- time
    {"ev | timechart 10m, n1:count(), group_by(k)",
     "SELECT b * 600000000000, (b + 1) * 600000000000, k, count(*), b FROM (SELECT *, ts // 600000000000 AS b FROM e) GROUP BY b, k"},
    {"ev | timechart options(offset:1m), 7m, s1:sum(n), group_by()",
     "SELECT b * 420000000000 + 60000000000, (b + 1) * 420000000000 + 60000000000, CAST(sum(n) AS BIGINT), b "
     "FROM (SELECT *, (ts - 60000000000) // 420000000000 AS b FROM e) GROUP BY b"},
    {"ev | timechart options(empty_bins:true), 15m, c:count(n), group_by(h)",
     "SELECT b * 900000000000, (b + 1) * 900000000000, g.h, CASE WHEN count(e.ts) > 0 THEN count(n) END, b FROM "
     "(SELECT unnest(range(window_start() // 900000000000, window_end() // 900000000000)) AS b) CROSS JOIN (SELECT DISTINCT h FROM e) AS g "
     "LEFT JOIN e ON e.h = g.h AND e.ts // 900000000000 = b GROUP BY b, g.h"},
    {"ev | timechart 15m, frame(back:30m), c:count(), group_by(k)",
     "SELECT b * 900000000000, (b + 1) * 900000000000, k, count(*), b FROM "
     "(SELECT unnest(range(window_start() // 900000000000, window_end() // 900000000000)) AS b) "
     "JOIN ev ON ts >= (b + 1) * 900000000000 - 1800000000000 AND ts < (b + 1) * 900000000000 GROUP BY b, k"},
    {"iv | timechart 20m, c:count(), s:sum(v), group_by(k)",
     "SELECT b * 1200000000000, (b + 1) * 1200000000000, k, count(*), CAST(sum(v) AS BIGINT), b FROM "
     "(SELECT unnest(range(window_start() // 1200000000000, window_end() // 1200000000000)) AS b) "
     "JOIN i ON vf < (b + 1) * 1200000000000 AND (end_of(vt) > b * 1200000000000 OR vf IS NOT DISTINCT FROM vt) "
     "AND NOT (vf IS NOT DISTINCT FROM vt AND vf < b * 1200000000000) GROUP BY b, k"},
    {"res | timechart 30m, c:count_distinct_exact(p), group_by()",
     "SELECT b * 1800000000000, (b + 1) * 1800000000000, count(DISTINCT p), b FROM "
     "(SELECT unnest(range(window_start() // 1800000000000, window_end() // 1800000000000)) AS b) "
     "JOIN r ON vf < (b + 1) * 1800000000000 AND end_of(vt) > b * 1800000000000 GROUP BY b"},
    {"res | make_event | pick_col vf, p, st", "SELECT vf, p, st FROM res WHERE vf >= window_start() AND vf < window_end()"},
    {"iv | make_event options(use_valid_to:true) | pick_col vt, k, v",
     "SELECT vt, k, v FROM iv WHERE vt >= window_start() AND vt < window_end()"},
    {"ev | make_col done:ts + int64(f * 1000000000) * 60ns | make_interval options(max_time_diff:20m), done | pick_col ts, done, k",
     "SELECT ts, d, k FROM (SELECT *, ts + CAST(f * 1000000000 AS BIGINT) * 60 AS d FROM ev) WHERE d >= ts AND d - ts <= 1200000000000 "
     "AND ts < window_end() AND d > window_start()"},
    {"ev | make_col at:ts - n * 1m | set_timestamp options(max_time_diff:15m), at | pick_col at, k, n",
     "SELECT a, k, n FROM (SELECT *, ts - n * 60000000000 AS a FROM ev) WHERE abs(a - ts) <= 900000000000 AND a >= window_start() AND a < window_end()"},
    {"iv | make_col start:vf + 3m | set_valid_from start | pick_col start, vt, k",
     "SELECT a, vt, k FROM (SELECT *, vf + 180000000000 AS a FROM iv) WHERE (vt IS NULL OR a <= vt) AND a < window_end() AND end_of(vt) > window_start()"},
    {"ev | make_col until:ts + 10m | set_valid_to until | pick_col ts, until, k",
     "SELECT ts, ts + 600000000000, k FROM ev WHERE ts < window_end() AND ts + 600000000000 > window_start()"},

    // --- order and choice
    {"ev | sort desc(n), k | limit 9 | pick_col ts, k, n",
     "SELECT ts, k, n FROM e ORDER BY n DESC NULLS FIRST, k NULLS LAST, ts, rid LIMIT 9", true},
    {"ev | sort nullslast(desc(f)), ts | pick_col ts, f", "SELECT ts, f FROM e ORDER BY f DESC NULLS LAST, ts, rid", true},
    {"ev | limit 7 | pick_col ts, k", "SELECT ts, k FROM e ORDER BY ts, rid LIMIT 7"},
    {"ev | dedup k | pick_col ts, k, n, h",
     "SELECT ts, k, first(n ORDER BY rid) FILTER (WHERE n IS NOT NULL), first(h ORDER BY rid) FROM e GROUP BY ts, k"},
    {"ev | topk 2, sum(n), group_by(k) | pick_col ts, k, n, _c_rank",
     "SELECT ts, e.k, n, place FROM e JOIN (SELECT k, row_number() OVER (ORDER BY score DESC NULLS LAST, k NULLS LAST) AS place "
     "FROM (SELECT k, sum(n) AS score FROM e GROUP BY k)) AS g ON e.k IS NOT DISTINCT FROM g.k WHERE place <= 2"},
    {"ev | bottomk 1, max(f), group_by(h) | pick_col ts, h, f, _c_rank",
     "SELECT ts, e.h, f, place FROM e JOIN (SELECT h, row_number() OVER (ORDER BY score NULLS LAST, h) AS place "
     "FROM (SELECT h, max(f) AS score FROM e GROUP BY h)) AS g ON e.h = g.h WHERE place <= 1"},

    // --- windows
    {"ev | make_col p:window(lag(n, 1), group_by(k)), q:window(lead(h), group_by(k)) | pick_col ts, k, n, p, q",
     "SELECT ts, k, n, lag(n) OVER w, lead(h) OVER w FROM e WINDOW w AS (PARTITION BY k ORDER BY ts, rid)"},
    {"ev | make_col p:window(lag_not_null(n), group_by(h)) | pick_col ts, h, n, p",
     "SELECT ts, h, n, (SELECT last(x.n ORDER BY x.ts, x.rid) FROM e AS x WHERE x.h = e.h AND x.n IS NOT NULL AND (x.ts, x.rid) < (e.ts, e.rid)) FROM e"},
    {"ev | make_col t:window(sum(n), group_by(k), frame(back:10m)) | pick_col ts, k, t",
     "SELECT ts, k, (SELECT CAST(sum(x.n) AS BIGINT) FROM ev AS x WHERE x.k IS NOT DISTINCT FROM e.k AND x.ts BETWEEN e.ts - 600000000000 AND e.ts) FROM e"},
    {"ev | make_col t:window(count(), group_by(h), frame(back:2m, ahead:3m)) | pick_col ts, h, t",
     "SELECT ts, h, (SELECT count(*) FROM ev AS x WHERE x.h = e.h AND x.ts BETWEEN e.ts - 120000000000 AND e.ts + 180000000000) FROM e"},
    {"ev | make_col t:window(sum(n), group_by(k)), a:window(avg(f), group_by()), m:window(max(big), group_by(h)) | pick_col ts, t, a, m",
     "SELECT ts, CAST(sum(n) OVER (PARTITION BY k) AS BIGINT), avg(f) OVER (), max(big) OVER (PARTITION BY h) FROM e"},
    {"ev | make_col t:window(sum(n), group_by(h), frame_preceding()) | pick_col ts, h, t",
     "SELECT ts, h, CAST(sum(n) OVER (PARTITION BY h ORDER BY ts RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) FROM e"},
    {"ev | make_col t:window(count(), group_by(h), frame_following()) | pick_col ts, h, t",
     "SELECT ts, h, count(*) OVER (PARTITION BY h ORDER BY ts RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM e"},
    {"ev | make_col r:window(row_number(), group_by(h), order_by(desc(n))), x:window(rank(), group_by(h), order_by(n)) | pick_col ts, h, n, r",
     "SELECT ts, h, n, row_number() OVER (PARTITION BY h ORDER BY n DESC NULLS FIRST, ts, rid) FROM e"},
    {"ev | make_col whole:window(sum(n), group_by(k)), near:window(sum(n), group_by(k), frame(back:20m)) | pick_col ts, whole, near",
     "SELECT ts, CAST(sum(n) OVER (PARTITION BY k) AS BIGINT), (SELECT CAST(sum(x.n) AS BIGINT) FROM ev AS x WHERE x.k IS NOT DISTINCT FROM e.k AND "
     "x.ts BETWEEN e.ts - 1200000000000 AND e.ts) FROM e"},
    {"ev | filter n >= window(avg(n), group_by(h)) | pick_col ts, h, n",
     "SELECT ts, h, n FROM (SELECT *, avg(n) OVER (PARTITION BY h) AS a FROM e) WHERE n >= a"},

    // --- keys
    {"res | filter_last st = \"s1\" | pick_col vf, vt, p, st",
     "SELECT vf, vt, p, st FROM r WHERE p IN (SELECT p FROM r AS x GROUP BY p HAVING last(coalesce(st = 's1', false) ORDER BY vf))"},
    {"res | ever x > 20 | pick_col vf, vt, p", "SELECT vf, vt, p FROM r WHERE p IN (SELECT p FROM r WHERE x > 20)"},
    {"res | never x > 20 | pick_col vf, vt, p", "SELECT vf, vt, p FROM r WHERE p NOT IN (SELECT p FROM r WHERE x > 20)"},
    {"res | always x < 25 | pick_col vf, vt, p", "SELECT vf, vt, p FROM r WHERE p NOT IN (SELECT p FROM r WHERE NOT coalesce(x < 25, false))"},
    {"res | ever st = \"s2\", frame(back:25m) | pick_col vf, vt, p",
     "SELECT vf, vt, p FROM r WHERE EXISTS (SELECT 1 FROM res AS x WHERE x.p = r.p AND x.st = 's2' AND x.vf BETWEEN r.vf - 1500000000000 AND r.vf "
     "AND end_of(x.vt) > window_start() - 1500000000000)"},

    // --- joins
    {"ev | join on(k=@tab.k), l:@tab.label | pick_col ts, k, l", "SELECT ts, e.k, label FROM e JOIN tab ON e.k = tab.k"},
    {"ev | leftjoin on(k=@tab.k), l:@tab.label, two:@tab.weight * 2, hit:true | pick_col ts, k, l, two, hit",
     "SELECT ts, e.k, label, weight * 2, CASE WHEN tab.k IS NOT NULL THEN true END FROM e LEFT JOIN tab ON e.k = tab.k"},
    {"ev | lookup on(k=@tab.k), l:@tab.label | statsby n1:count(), group_by(l)", "SELECT label, count(*) FROM e LEFT JOIN tab ON e.k = tab.k GROUP BY label"},
    {"ev | join on(same(k, @ev2.k) and n < @ev2.w), w:@ev2.w, at:@ev2.ts | pick_col ts, k, w, at",
     "SELECT e.ts, e.k, w, e2.ts FROM e JOIN e2 ON e.k IS NOT DISTINCT FROM e2.k AND n < w"},
    {"ev | join on(k=@ev2.k, frame(back:10m, ahead:5m)), w:@ev2.w | pick_col ts, k, w",
     "SELECT e.ts, e.k, w FROM e JOIN ev2 ON e.k = ev2.k AND ev2.ts BETWEEN e.ts - 600000000000 AND e.ts + 300000000000"},
    {"ev | leftjoin on(k=@ev2.k, frame(back:10m)), w:@ev2.w | pick_col ts, k, w",
     "SELECT e.ts, e.k, w FROM e LEFT JOIN ev2 ON e.k = ev2.k AND ev2.ts BETWEEN e.ts - 600000000000 AND e.ts"},
    {"ev | lookup on(k=@res.p), st:@res.st | pick_col ts, k, st",
     "SELECT ts, k, st FROM e LEFT JOIN res ON k = p AND vf <= ts AND ts < end_of(vt)"},
    {"ev | join on(k=@iv.k), v:@iv.v | pick_col ts, k, v", "SELECT ts, e.k, v FROM e JOIN iv ON e.k = iv.k AND vf <= ts AND ts < end_of(vt)"},
    {"iv | join on(k=@ev2.k), w:@ev2.w, at:int64(@ev2.ts) | statsby n1:count(), s:sum(w), group_by(k, at)",
     "SELECT i.k, ts, count(*), CAST(sum(w) AS BIGINT) FROM iv AS i JOIN e2 ON i.k = e2.k AND vf <= ts AND ts < end_of(vt) GROUP BY i.k, ts"},
    {"iv | leftjoin on(k=@ev2.k), w:@ev2.w | pick_col vf, vt, k, w",
     "SELECT vf, vt, i.k, w FROM i LEFT JOIN e2 ON i.k = e2.k AND vf <= ts AND ts < end_of(vt)"},
    {"iv | join on(k=@res.p), st:@res.st | pick_col vf, vt, k, st",
     "SELECT * FROM (SELECT greatest(i.vf, r.vf) AS a, nullif(least(end_of(i.vt), end_of(r.vt)), 9223372036854775807) AS z, k, st "
     "FROM i JOIN r ON k = p AND i.vf < end_of(r.vt) AND r.vf < end_of(i.vt)) WHERE a < window_end() AND end_of(z) > window_start()"},
    // The parts that no state covers, from the elementary intervals between all ends.
    {"iv | filter vf < vt or is_null(vt) | leftjoin on(k=@res.p), st:@res.st, x:@res.x | pick_col vf, vt, k, v, st",
     "WITH l AS (SELECT * FROM i WHERE vf < end_of(vt)), "
     "hit AS (SELECT l.rid, greatest(l.vf, r.vf) AS a, least(end_of(l.vt), end_of(r.vt)) AS z, st "
     "  FROM l JOIN r ON k = p AND l.vf < end_of(r.vt) AND r.vf < end_of(l.vt)), "
     "cutting AS (SELECT rid, vf AS t FROM l UNION SELECT rid, end_of(vt) FROM l UNION SELECT rid, a FROM hit UNION SELECT rid, z FROM hit), "
     "pieces AS (SELECT rid, t AS a, lead(t) OVER (PARTITION BY rid ORDER BY t) AS z FROM cutting), "
     "gap AS (SELECT rid, a, z, NULL AS st FROM pieces WHERE z IS NOT NULL AND NOT EXISTS "
     "  (SELECT 1 FROM hit WHERE hit.rid = pieces.rid AND hit.a < pieces.z AND hit.z > pieces.a)), "
     "both_kinds AS (SELECT * FROM hit UNION ALL SELECT * FROM gap) "
     "SELECT a, nullif(z, 9223372036854775807), k, v, st FROM both_kinds JOIN l USING (rid) WHERE a < window_end() AND z > window_start()"},
    {"ev | exists k=@ev2.k | pick_col ts, k", "SELECT ts, k FROM e WHERE k IN (SELECT k FROM e2 WHERE k IS NOT NULL)"},
    {"ev | not_exists k=@ev2.k, n>@ev2.w | pick_col ts, k, n",
     "SELECT ts, k, n FROM e WHERE NOT EXISTS (SELECT 1 FROM e2 WHERE e2.k = e.k AND e.n > e2.w)"},
    {"ev | exists frame(back:3m, ahead:1m), k=@ev2.k | pick_col ts, k",
     "SELECT ts, k FROM e WHERE EXISTS (SELECT 1 FROM ev2 WHERE ev2.k = e.k AND ev2.ts BETWEEN e.ts - 180000000000 AND e.ts + 60000000000)"},
    // The other dataset is read from the window and the frame around it, however long an interval lasts.
    {"iv | not_exists frame(back:2m, ahead:2m), k=@ev2.k | pick_col vf, vt, k",
     "SELECT vf, vt, k FROM i WHERE NOT EXISTS (SELECT 1 FROM ev2 WHERE ev2.k = i.k AND ev2.ts >= vf - 120000000000 AND ev2.ts - 120000000000 <= end_of(vt) "
     "AND ev2.ts >= window_start() - 120000000000 AND ev2.ts < window_end() + 120000000000)"},
    {"ev | filter n > 10 | follow k=@iv.k | pick_col vf, vt, k, v", "SELECT vf, vt, k, v FROM i WHERE EXISTS (SELECT 1 FROM e WHERE n > 10 AND e.k = i.k)"},
    {"ev | follow_not k=@ev2.k and n=@ev2.w", "SELECT ts, k, w FROM e2 WHERE NOT EXISTS (SELECT 1 FROM e WHERE e.k = e2.k AND n = w)"},
    {"ev | follow frame(back:5m), k=@ev2.k",
     "SELECT ts, k, w FROM e2 WHERE EXISTS (SELECT 1 FROM ev WHERE ev.k = e2.k AND e2.ts BETWEEN ev.ts - 300000000000 AND ev.ts)"},
    {"ev | statsby c:count(), group_by(k) | fulljoin on(k=@tab.k), other:@tab.k, l:@tab.label",
     "SELECT g.k, c, tab.k, label FROM (SELECT k, count(*) AS c FROM e GROUP BY k) AS g FULL JOIN tab ON g.k = tab.k"},
    {"tab | join on(k=@ev.k), at:@ev.n | statsby n1:count(), s:sum(at), group_by(label)",
     "SELECT label, count(*), CAST(sum(n) AS BIGINT) FROM tab JOIN e ON tab.k = e.k GROUP BY label"},
    {"ev | pick_col ts, k, n | union @ev2", "SELECT ts, k, n, NULL FROM e UNION ALL SELECT ts, k, NULL, w FROM e2"},
    {"ev | pick_col ts, k | union @ev2 | statsby c:count(), w:sum(w), first_k:first(k), group_by(k)",
     "SELECT k, count(*), CAST(sum(w) AS BIGINT), k FROM (SELECT ts, k, NULL AS w FROM e UNION ALL SELECT ts, k, w FROM e2) GROUP BY k"},
    {"ev | @big <- @ { filter n > 5 }\n@small <- @ { filter n < 0 }\n<- @big { union @small | statsby c:count(), group_by(h) }",
     "SELECT h, count(*) FROM e WHERE n > 5 OR n < 0 GROUP BY h"},

    // --- inside values
    {"ev | flatten_single o | pick_col ts, p:_c_o_path, v:string(_c_o_value)",
     "SELECT ts, CASE WHEN j.key = 'e.f' THEN '[\"e.f\"]' ELSE j.key END, CASE WHEN j.type IN ('OBJECT', 'ARRAY') THEN CAST(j.value AS VARCHAR) ELSE e.o->>('$.\"' || j.key || '\"') END "
     "FROM e, json_each(e.o) AS j"},
    {"ev | flatten_leaves o | statsby c:count(), group_by(p:_c_o_path)",
     "SELECT CASE WHEN j.key = 'e.f' THEN '[\"e.f\"]' ELSE replace(substr(j.fullkey, 3), '\"', '') END AS p, count(*) FROM e, json_tree(e.o) AS j "
     "WHERE j.type NOT IN ('OBJECT', 'ARRAY') GROUP BY p"},
    {"ev | unpivot \"what\", \"x\", n, big | pick_col ts, what, x",
     "SELECT ts, 'n', n FROM e UNION ALL SELECT ts, 'big', big FROM e"},
    {"ev | unpivot n, f | filter is_null(value) | statsby c:count(), group_by(name)",
     "SELECT 'n' AS name, count(*) AS c FROM e WHERE n IS NULL HAVING c > 0 UNION ALL SELECT 'f', count(*) AS c FROM e WHERE f IS NULL HAVING c > 0"},
};

}  // namespace

std::span<const SecondOpinion> second_opinions() { return kCases; }

}  // namespace tests::opal
