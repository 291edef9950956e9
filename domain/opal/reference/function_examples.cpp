#include "domain/opal/reference/function_examples.hpp"

namespace domain::opal::reference {
namespace {

constexpr FunctionExample kAggregates[] = {
    {"any", "any(host)"},
    {"any_not_null", "any_not_null(trace_id)"},
    {"array_agg", "array_agg(host)"},
    {"array_agg_distinct", "array_agg_distinct(host)"},
    {"array_union_agg", "array_union_agg(array(attrs.tags))"},
    {"avg", "avg(bytes)"},
    {"count", "count()"},
    {"count_distinct", "count_distinct(host)"},
    {"count_distinct_exact", "count_distinct_exact(host, level)"},
    {"first", "first(level)"},
    {"first_not_null", "first_not_null(bytes)"},
    {"hash_agg", "hash_agg(host, level)"},
    {"hash_agg_distinct", "hash_agg_distinct(host)"},
    {"last", "last(level)"},
    {"last_not_null", "last_not_null(bytes)"},
    {"max", "max(bytes)"},
    {"median", "median(bytes)"},
    {"median_exact", "median_exact(bytes)"},
    {"min", "min(bytes)"},
    {"object_agg", "object_agg(body, bytes)"},
    {"percentile", "percentile(bytes, 0.95)"},
    {"percentile_cont", "percentile_cont(bytes, 0.5)"},
    {"percentile_disc", "percentile_disc(bytes, 0.5)"},
    {"stddev", "stddev(bytes)"},
    {"string_agg", "string_agg(level, \",\")"},
    {"string_agg_distinct", "string_agg_distinct(level, \",\")"},
    {"sum", "sum(bytes)"},
    {"tdigest_agg", "tdigest_agg(bytes)"},
    {"tdigest_combine", "tdigest_combine(tdigest(\"\"))"},
    {"topk_agg", "topk_agg(level, 1)"},
    {"histogram_combine", "histogram_combine(tdigest_null())"},
    {"otel_exponential_histogram_sum", "otel_exponential_histogram_sum(attrs)"},
    {"otel_histogram_sum", "otel_histogram_sum(attrs)"},
    {"prom_quantile", "prom_quantile(bytes, 0.9, 1.0)"},
    {"delta", "delta(bytes)"},
    {"delta_monotonic", "delta_monotonic(bytes)"},
    {"deriv", "deriv(bytes)"},
    {"rate", "rate(bytes)"},
};

constexpr FunctionExample kMetricSelectors[] = {
    {"m", "align 1m, x:avg(m(\"cpu_usage\", service = \"web\"))"},
    {"m_exponential_histogram",
     "make_col sizes:exponential_histogram_null()\ninterface \"metric\", exponentialHistogramValue:sizes\n"
     "align 1m, x:histogram_combine(m_exponential_histogram(\"size\"))"},
    {"m_histogram",
     "make_col buckets:histogram_null()\ninterface \"metric\", histogramValue:buckets\n"
     "align 1m, x:histogram_combine(m_histogram(\"latency\"))"},
    {"m_object",
     "make_col state:make_object(v:value)\ninterface \"metric\", objectValue:state\n"
     "align 1m, x:any(m_object(\"cpu_usage\"))"},
    {"m_tdigest",
     "make_col digest:tdigest_null()\ninterface \"metric\", tdigestValue:digest\n"
     "align 1m, x:tdigest_combine(m_tdigest(\"latency\"))"},
};

constexpr FunctionExample kRollup[] = {
    {"metric", "metric(\"cpu_usage\", rollup:\"max\")"},
};

constexpr FunctionExample kWindow[] = {
    {"dense_rank", "dense_rank()"},
    {"ewma", "ewma(bytes, 3)"},
    {"lag", "lag(bytes, 1)"},
    {"lag_not_null", "lag_not_null(bytes, 1)"},
    {"lead", "lead(bytes, 1)"},
    {"lead_not_null", "lead_not_null(bytes, 1)"},
    {"rank", "rank()"},
    {"row_number", "row_number()"},
};

constexpr FunctionExample kConditional[] = {
    {"avg", "avg(bytes, 100)"},
    {"bool", "bool(\"true\")"},
    {"case", "case(bytes > 100, \"large\", bytes > 50, \"middle\", true, \"small\")"},
    {"coalesce", "coalesce(bytes, 0)"},
    {"eq", "eq(bytes, 80)"},
    {"gt", "gt(bytes, 80)"},
    {"gte", "gte(bytes, 80)"},
    {"if", "if(bytes > 50, \"large\", \"small\")"},
    {"if_null", "if_null(bytes, 0)"},
    {"in", "in(service, \"web\", \"api\")"},
    {"is_json_null", "is_json_null(attrs.user)"},
    {"is_null", "is_null(trace_id)"},
    {"lt", "lt(bytes, 80)"},
    {"lte", "lte(bytes, 80)"},
    {"max", "max(bytes, 100)"},
    {"min", "min(bytes, 100)"},
    {"ne", "ne(bytes, 80)"},
    {"null_if", "null_if(bytes, 80)"},
    {"path_exists", "path_exists(attrs, \"user.id\")"},
    {"same", "same(trace_id, \"t2\")"},
    {"search", "search(body, \"get\", \"timeout\")"},
};

constexpr FunctionExample kStrings[] = {
    {"array_to_string", "array_to_string(array(attrs.tags), \", \")"},
    {"check_json", "check_json(body)"},
    {"concat_strings", "concat_strings(service, \"/\", host)"},
    {"contains", "contains(body, \"timeout\")"},
    {"decode_base64", "decode_base64(\"b3BhbA==\")"},
    {"decode_uri", "decode_uri(\"a%20b\")"},
    {"decode_uri_component", "decode_uri_component(\"a%2Fb\")"},
    {"detect_browser", "detect_browser(\"Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0\")"},
    {"editdistance", "editdistance(level, \"error\")"},
    {"embed_sql_params", "embed_sql_params(\"x = ?\", make_array(1))"},
    {"encode_base64", "encode_base64(service)"},
    {"encode_uri", "encode_uri(body)"},
    {"encode_uri_component", "encode_uri_component(body)"},
    {"ends_with", "ends_with(body, \"ms\")"},
    {"left", "left(body, 3)"},
    {"like", "like(body, \"GET %\")"},
    {"lower", "lower(level)"},
    {"lpad", "lpad(host, 5, \"0\")"},
    {"ltrim", "ltrim(body)"},
    {"position", "position(body, \" \")"},
    {"replace", "replace(body, \"GET\", \"get\")"},
    {"right", "right(body, 3)"},
    {"rpad", "rpad(host, 5)"},
    {"rtrim", "rtrim(body)"},
    {"split", "split(body, \" \")"},
    {"split_part", "split_part(body, \" \", 2)"},
    {"starts_with", "starts_with(body, \"GET\")"},
    {"string", "string(bytes)"},
    {"strlen", "strlen(body)"},
    {"substring", "substring(body, 0, 3)"},
    {"tokenize", "tokenize(body)"},
    {"tokenize_part", "tokenize_part(body, \" \", 2)"},
    {"tokenize_pattern", "tokenize_pattern(body, /[0-9]+/)"},
    {"trim", "trim(body)"},
    {"upper", "upper(level)"},
};

constexpr FunctionExample kRegex[] = {
    {"count_regex_matches", "count_regex_matches(body, /[0-9]+/)"},
    {"get_regex", "get_regex(body, /([0-9]+)ms/, 1)"},
    {"get_regex_all", "get_regex_all(body, /[0-9]+/)"},
    {"match_regex", "match_regex(body, /time.?out/i)"},
    {"regex", "match_regex(body, regex(\"get\", \"i\"))"},
    {"replace_regex", "replace_regex(body, /[0-9]+/, \"#\")"},
};

constexpr FunctionExample kNumbers[] = {
    {"abs", "abs(bytes - 100)"},
    {"arccos_deg", "arccos_deg(0.5)"},
    {"arccos_rad", "arccos_rad(0.5)"},
    {"arcsin_deg", "arcsin_deg(0.5)"},
    {"arcsin_rad", "arcsin_rad(0.5)"},
    {"arctan_deg", "arctan_deg(1)"},
    {"arctan_rad", "arctan_rad(1)"},
    {"ceil", "ceil(bytes / 7, 1)"},
    {"cos_deg", "cos_deg(60)"},
    {"cos_rad", "cos_rad(pi())"},
    {"degrees", "degrees(pi())"},
    {"exp", "exp(1)"},
    {"float64", "float64(bytes)"},
    {"floor", "floor(bytes / 7)"},
    {"haversine_distance_km", "haversine_distance_km(52.5, 13.4, 48.9, 2.4)"},
    {"int64", "int64(attrs.code)"},
    {"int_div", "int_div(bytes, 7)"},
    {"ln", "ln(bytes)"},
    {"log", "log(10, bytes)"},
    {"mod", "mod(bytes, 7)"},
    {"parse_hex", "parse_hex(\"ff\")"},
    {"pi", "pi()"},
    {"pow", "pow(bytes, 2)"},
    {"radians", "radians(180)"},
    {"round", "round(bytes / 7, 1)"},
    {"sin_deg", "sin_deg(30)"},
    {"sin_rad", "sin_rad(1)"},
    {"sqrt", "sqrt(bytes)"},
    {"tan_deg", "tan_deg(45)"},
    {"tan_rad", "tan_rad(1)"},
    {"uniform", "uniform(1, 6)"},
    {"width_bucket", "width_bucket(bytes, 0, 100, 10)"},
    {"zipf", "zipf(1, 100)"},
};

constexpr FunctionExample kBins[] = {
    {"bin_end_time", "bin_end_time()"},
    {"bin_size", "bin_size()"},
    {"bin_start_time", "bin_start_time()"},
};

constexpr FunctionExample kTimes[] = {
    {"duration", "duration(timestamp, query_end_time())"},
    {"duration_hr", "duration_hr(1.5)"},
    {"duration_min", "duration_min(90)"},
    {"duration_ms", "duration_ms(int64(get_regex(body, /([0-9]+)ms/, 1)))"},
    {"duration_ns", "duration_ns(1000)"},
    {"duration_sec", "duration_sec(90)"},
    {"duration_us", "duration_us(1000)"},
    {"format_time", "format_time(timestamp, \"YYYY-MM-DD HH24:MI\")"},
    {"from_milliseconds", "from_milliseconds(1714557605000)"},
    {"from_nanoseconds", "from_nanoseconds(1714557605000000000)"},
    {"from_seconds", "from_seconds(1714557605)"},
    {"now", "now()"},
    {"parse_duration", "parse_duration(\"2h30m\")"},
    {"parse_isotime", "parse_isotime(\"2024-05-01T10:00:00Z\")"},
    {"parse_timestamp", "parse_timestamp(\"2024-05-01\", \"YYYY-MM-DD\")"},
    {"query_end_time", "query_end_time()"},
    {"query_start_time", "query_start_time()"},
    {"row_end_time", "row_end_time()"},
    {"row_timestamp", "row_timestamp()"},
    {"timestamp_us", "timestamp_us(1714557605000000)"},
    {"to_days", "to_days(36h)"},
    {"to_hours", "to_hours(90m)"},
    {"to_milliseconds", "to_milliseconds(1.5s)"},
    {"to_minutes", "to_minutes(90s)"},
    {"to_nanoseconds", "to_nanoseconds(1us)"},
    {"to_seconds", "to_seconds(90m)"},
    {"to_weeks", "to_weeks(14d)"},
};

constexpr FunctionExample kObjects[] = {
    {"append_item", "append_item(make_array(1), 2)"},
    {"array", "array(attrs.tags)"},
    {"array_contains", "array_contains(array(attrs.tags), \"slow\")"},
    {"array_distinct", "array_distinct(make_array(1, 1, 2))"},
    {"array_length", "array_length(array(attrs.tags))"},
    {"array_max", "array_max(make_array(1, 3))"},
    {"array_min", "array_min(make_array(1, 3))"},
    {"arrays_overlap", "arrays_overlap(make_array(1), make_array(1, 2))"},
    {"concat_arrays", "concat_arrays(make_array(1), make_array(2))"},
    {"drop_fields", "drop_fields(attrs, \"code\")"},
    {"get_field", "get_field(attrs, \"code\")"},
    {"get_item", "get_item(array(attrs.tags), 0)"},
    {"get_jmespath", "get_jmespath(attrs, \"user.id\")"},
    {"index_of_item", "index_of_item(make_array(7, 8), 8)"},
    {"insert_item", "insert_item(make_array(1, 3), 1, 2)"},
    {"intersect_arrays", "intersect_arrays(make_array(1, 2), make_array(2))"},
    {"make_array", "make_array(service, host)"},
    {"make_array_range", "make_array_range(0, 3)"},
    {"make_fields", "make_fields(attrs, service:service)"},
    {"make_object", "make_object(service:service, size:bytes)"},
    {"merge_objects", "merge_objects(attrs, make_object(service:service))"},
    {"object", "object(attrs.user)"},
    {"object_keys", "object_keys(attrs)"},
    {"parse_csv", "parse_csv(\"a,b\")"},
    {"parse_json", "parse_json(\"[1, 2]\")"},
    {"parse_kvs", "parse_kvs(body)"},
    {"parse_url", "parse_url(\"https://example.org/a?b=1\")"},
    {"parse_user_agent", "parse_user_agent(body)"},
    {"pick_fields", "pick_fields(attrs, \"code\")"},
    {"pivot_array", "pivot_array(make_array(make_object(k:\"a\", v:1)), \"k\", \"v\")"},
    {"prepend_item", "prepend_item(make_array(1), 0)"},
    {"slice_array", "slice_array(make_array(1, 2, 3), 0, 2)"},
    {"sort_array", "sort_array(make_array(2, 1))"},
    {"unpivot_array", "unpivot_array(attrs, \"k\", \"v\")"},
    {"variant_type_name", "variant_type_name(attrs.code)"},
};

constexpr FunctionExample kSketches[] = {
    {"histogram_fraction", "histogram_fraction(tdigest_null(), 0, 1)"},
    {"histogram_quantile", "histogram_quantile(tdigest_null(), 0.5)"},
    {"otel_exponential_histogram_quantile", "otel_exponential_histogram_quantile(attrs, 0.5)"},
    {"otel_histogram_quantile", "otel_histogram_quantile(attrs, 0.5)"},
    {"tdigest", "tdigest(body)"},
    {"tdigest_quantile", "tdigest_quantile(tdigest_null(), 0.5)"},
};

constexpr FunctionExample kNetwork[] = {
    {"int64_to_ipv4", "int64_to_ipv4(16909060)"},
    {"ipv4", "ipv4(\"10.0.3.7\")"},
    {"ipv4_address_in_network", "ipv4_address_in_network(\"10.0.3.7\", \"10.0.0.0/8\")"},
    {"ipv4_network_int64", "ipv4_network_int64(\"10.0.0.0/8\")"},
    {"ipv4_to_int64", "ipv4_to_int64(\"1.2.3.4\")"},
    {"parse_ip", "parse_ip(\"10.0.3.7\")"},
};

constexpr FunctionExample kHashesAndNulls[] = {
    {"hash", "hash(service, host)"},
    {"md5", "md5(service)"},
    {"sha1", "sha1(service)"},
    {"sha2", "sha2(service, 256)"},
    {"sha256", "sha256(service)"},
    {"array_null", "array_null()"},
    {"bool_null", "bool_null()"},
    {"duration_null", "duration_null()"},
    {"exponential_histogram_null", "exponential_histogram_null()"},
    {"float64_null", "float64_null()"},
    {"histogram_null", "histogram_null()"},
    {"int64_null", "int64_null()"},
    {"ipv4_null", "ipv4_null()"},
    {"numeric_null", "numeric_null()"},
    {"object_null", "object_null()"},
    {"string_null", "string_null()"},
    {"tdigest_null", "tdigest_null()"},
    {"timestamp_null", "timestamp_null()"},
    {"variant_null", "variant_null()"},
};

constexpr FunctionExample kLinks[] = {
    {"label", "make_col owner:label(^Owner)"},
};

// Whole pipelines.
constexpr FunctionExample kArguments[] = {
    {"asc", "sort asc(service)"},
    {"desc", "sort desc(bytes)"},
    {"frame", "timechart 10m, frame(back:30m), n:count()"},
    {"frame_exact", "make_col recent:window(count(), group_by(service), frame_exact(back:2m))"},
    {"frame_following", "make_col rest:window(sum(bytes), group_by(service), frame_following())"},
    {"frame_preceding", "make_col run:window(sum(bytes), group_by(service), frame_preceding())"},
    {"group_by", "statsby n:count(), group_by(service, day:format_time(timestamp, \"DD\"))"},
    {"nullsfirst", "sort nullsfirst(bytes)"},
    {"nullslast", "sort nullslast(desc(bytes))"},
    {"on", "lookup on(service=@owners.service), team:@owners.team"},
    {"options", "timechart options(bins:6), n:count()"},
    {"order_by", "statsby hosts:array_agg(host, order_by(desc(timestamp))), group_by(service)"},
    {"primary_key", "make_resource level, primary_key(host)"},
    {"tags", "timechart 1m, requests:count(), group_by(service)\nmake_metric requests, tags(service)"},
    {"valid_for", "make_resource level, primary_key(host), valid_for(10m)"},
    {"window", "make_col total:window(sum(bytes), group_by(service))"},
};

constexpr std::string_view kColumn = "make_col x:";

constexpr FunctionChapter kFunctionChapters[] = {
    {"Aggregates", true, "logs", "statsby x:", ", group_by(service)", kAggregates},
    {"Metric selection", false, "metrics", "", "", kMetricSelectors},
    {"Metrics in rollup", false, "metrics", "rollup x:", "", kRollup},
    {"Window", false, "logs", "make_col x:window(", ", group_by(service))", kWindow},
    {"Boolean, conditional, comparison", false, "logs", kColumn, "", kConditional},
    {"Strings", false, "logs", kColumn, "", kStrings},
    {"Regular expressions", false, "logs", kColumn, "", kRegex},
    {"Numbers", false, "logs", kColumn, "", kNumbers},
    {"Times and durations", false, "logs", kColumn, "", kTimes},
    {"Bins of time", false, "logs", "timechart 10m, n:count(), x:", "", kBins},
    {"Objects, arrays, JSON", false, "logs", kColumn, "", kObjects},
    {"Histograms and sketches", false, "logs", kColumn, "", kSketches},
    {"Networks", false, "logs", kColumn, "", kNetwork},
    {"Hashes and typed nulls", false, "logs", kColumn, "", kHashesAndNulls},
    {"Links", false, "logs", "set_link \"Owner\", service:@owners.service\n", "", kLinks},
    {"Arguments of verbs", false, "logs", "", "", kArguments},
};

}  // namespace

std::string FunctionChapter::pipeline(const FunctionExample& example) const {
    return std::string(before) + std::string(example.text) + std::string(after);
}

std::span<const FunctionChapter> function_chapters() { return kFunctionChapters; }

}  // namespace domain::opal::reference
