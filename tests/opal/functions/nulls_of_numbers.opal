# a null argument gives null
--- input: fixtures/logs.ndjson
limit 1
make_col f:float64_null(), n:int64_null(), d:duration_null(), t:timestamp_null()
make_col abs:coalesce(abs(n), int64(abs(f)), int64(abs(d))), rounded:coalesce(ceil(f), ceil(f, 1), floor(f), floor(f, 1), round(f), round(f, 1)), divided:coalesce(int_div(n, 1), int_div(1, n), int_div(f, 1)), rest:coalesce(mod(n, 1), mod(1, n), int64(mod(f, 1))),
  powers:coalesce(pow(f, 1), pow(1, f), sqrt(f), exp(f), ln(f), log(f, 2), log(2, f)), angles:coalesce(degrees(f), radians(f), sin_deg(f), cos_deg(f), tan_deg(f), sin_rad(f), cos_rad(f), tan_rad(f), arcsin_deg(f), arccos_deg(f), arctan_deg(f), arcsin_rad(f), arccos_rad(f), arctan_rad(f)),
  bucket:coalesce(width_bucket(f, 0, 1, 2), width_bucket(1, f, 2, 3), width_bucket(1, 0, f, 2), width_bucket(1, 0, 2, n)), random:coalesce(uniform(n, 1), uniform(1, n), uniform(1, 2, n), zipf(1, n), zipf(f, 1), zipf(1, 2, n)),
  casts:coalesce(int64(f), int64(string_null()), int64(variant_null()), int64(t), int64(d), int64(bool_null())), floats:coalesce(float64(n), float64(string_null()), float64(variant_null()), float64(d)), bools:coalesce(bool(n), bool(f), bool(string_null()), bool(variant_null())),
  times:coalesce(from_seconds(n), from_seconds(f), from_milliseconds(n), from_nanoseconds(n), from_seconds(variant_null()), timestamp_us(n)), lengths:coalesce(duration(n), duration(t, timestamp), duration(timestamp, t), duration_hr(f), duration_min(f), duration_sec(f), duration_ms(f)), units:coalesce(to_milliseconds(d), to_seconds(d), to_minutes(d), to_hours(d), to_days(d), to_weeks(d), float64(to_nanoseconds(d))),
  sums:coalesce(n + 1, 1 - n, n * 2, int64(n / 2), -n), time_sums:coalesce(t + 1m, timestamp - d), compared:coalesce(n = 1, n < 1, f != 2, t > timestamp, in(n, 1), gt(1, n))
pick_col timestamp, abs, rounded, divided, rest, powers, angles, bucket, random, casts, floats, bools, times, lengths, units, sums, time_sums, compared
--- rows
timestamp,abs,rounded,divided,rest,powers,angles,bucket,random,casts,floats,bools,times,lengths,units,sums,time_sums,compared
2024-05-01T10:00:05Z,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅
