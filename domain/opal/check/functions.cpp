#include "domain/opal/check/functions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "domain/opal/check/signature.hpp"

namespace domain::opal::check {
namespace {

constexpr auto kOperator = FunctionKind::kOperator;
constexpr auto kScalar = FunctionKind::kScalar;
constexpr auto kAggregate = FunctionKind::kAggregate;
constexpr auto kArgument = FunctionKind::kArgument;
constexpr auto kWindow = FunctionKind::kWindow;

struct Row {
    std::string_view name;
    FunctionKind kind;
    int tier;
    std::string_view signature;  // see signature.hpp
    std::string_view doc;
};

// Rows without a signature are argument functions, read by the verbs.
constexpr Row kRows[] = {
    // Windows: the value of window(), and what may stand there besides aggregates
    {"window", kScalar, 1, "value: any -> T", "A value for each row from the rows of its group."},
    {"label", kScalar, 3, "link: any -> string", "The label of the row that a link names."},
    {"lag", kWindow, 1, "value: T, rows?: const int64 -> T", "The value so many rows before, 1 unless said otherwise."},
    {"lead", kWindow, 2, "value: T, rows?: const int64 -> T", "The value so many rows behind, 1 unless said otherwise."},
    {"lag_not_null", kWindow, 3, "value: T, rows?: const int64 -> T", "The n-th non-null value before the row."},
    {"lead_not_null", kWindow, 3, "value: T, rows?: const int64 -> T", "The n-th non-null value behind the row."},
    {"row_number", kWindow, 1, "-> int64", "The place of the row in its group, from 1."},
    {"rank", kWindow, 2, "-> int64", "The place of the row, ties sharing one and leaving gaps."},
    {"dense_rank", kWindow, 2, "-> int64", "The place of the row, ties sharing one without gaps."},

    // Operators
    {"op.add", kOperator, 1,
     "a: int64, b: int64 -> int64; a: num, b: num -> float64; a: duration, b: duration -> duration; "
     "a: timestamp, b: duration -> timestamp; a: duration, b: timestamp -> timestamp",
     "Sum; integer overflow is a query error."},
    {"op.sub", kOperator, 1,
     "a: int64, b: int64 -> int64; a: num, b: num -> float64; a: duration, b: duration -> duration; "
     "a: timestamp, b: duration -> timestamp; a: timestamp, b: timestamp -> duration",
     "Difference."},
    {"op.mul", kOperator, 1,
     "a: int64, b: int64 -> int64; a: num, b: num -> float64; a: duration, b: num -> duration; "
     "a: num, b: duration -> duration",
     "Product."},
    {"op.div", kOperator, 1,
     "a: num, b: num -> float64; a: duration, b: num -> duration; a: duration, b: duration -> float64",
     "Quotient, never truncated; null when the divisor is zero."},
    {"op.neg", kOperator, 1, "a: T(num|duration) -> T", "The value with the other sign."},
    {"op.not", kOperator, 1, "a: bool -> bool", "Negation; null stays null."},
    {"op.and", kOperator, 1, "a: bool, b...: bool -> bool", "False if one is false, else null if one is null."},
    {"op.or", kOperator, 1, "a: bool, b...: bool -> bool", "True if one is true, else null if one is null."},
    {"op.eq", kOperator, 1, "a: any, b: any -> bool", "Equality; null if one is null."},
    {"op.ne", kOperator, 1, "a: any, b: any -> bool", "Inequality; null if one is null."},
    {"op.lt", kOperator, 1, "a: any, b: any -> bool", "Less than; null if one is null."},
    {"op.lte", kOperator, 1, "a: any, b: any -> bool", "At most; null if one is null."},
    {"op.gt", kOperator, 1, "a: any, b: any -> bool", "Greater than; null if one is null."},
    {"op.gte", kOperator, 1, "a: any, b: any -> bool", "At least; null if one is null."},
    {"op.same", kOperator, 2, "a: any, b: any -> bool", "Equality in which null equals null; never null."},
    {"op.match_text", kOperator, 1, "text: text, part: text -> bool", "Whether the text contains the part, ignoring case."},

    // Aggregates
    {"any", kAggregate, 1, "expr: T -> T", "The first non-null value of the group in input order, else null."},
    {"any_not_null", kAggregate, 1, "expr: T -> T", "The first non-null value of the group in input order."},
    {"array_agg", kAggregate, 2, "expr: any -> array", "The non-null values in order."},
    {"array_agg_distinct", kAggregate, 2, "expr: any -> array", "The distinct non-null values."},
    {"array_union_agg", kAggregate, 3, "expr: array -> array",
     "The elements of all arrays, each as often as in the array that has it most."},
    {"avg", kAggregate, 1, "expr: num -> float64; expr: duration -> duration", "Mean of the non-null values."},
    {"count", kAggregate, 1, "expr?...: any -> int64", "Rows, or rows where no argument is null."},
    {"count_distinct", kAggregate, 1, "expr...: any -> int64", "About how many distinct combinations without nulls."},
    {"count_distinct_exact", kAggregate, 2, "expr...: any -> int64", "How many distinct combinations without nulls."},
    {"first", kAggregate, 2, "expr: T -> T", "The value of the first row, perhaps null."},
    {"first_not_null", kAggregate, 2, "expr: T -> T", "The first non-null value."},
    {"hash_agg", kAggregate, 3, "expr...: any -> int64",
     "A hash of all rows in any order, nulls included; 0 when there is none."},
    {"hash_agg_distinct", kAggregate, 3, "expr...: any -> int64",
     "A hash of the distinct rows in any order, nulls included; 0 when there is none."},
    {"histogram_combine", kAggregate, 2, "expr: T(tdigest|histogram|exponential_histogram) -> T",
     "The sum of t-digests or histograms."},
    {"last", kAggregate, 2, "expr: T -> T", "The value of the last row, perhaps null."},
    {"last_not_null", kAggregate, 1, "expr: T -> T", "The last non-null value."},
    {"max", kAggregate, 1, "expr: T(bool|num|string|timestamp|duration|ipv4) -> T", "The largest value."},
    {"median", kAggregate, 2, "expr: num -> float64; expr: duration -> duration", "About the median."},
    {"median_exact", kAggregate, 3, "expr: num -> float64; expr: duration -> duration",
     "The median; between two values their mean."},
    {"min", kAggregate, 1, "expr: T(bool|num|string|timestamp|duration|ipv4) -> T", "The smallest value."},
    {"object_agg", kAggregate, 3, "key: string, value: any -> object",
     "One object with a key for each row; a key that comes twice is an error of the query."},
    {"otel_exponential_histogram_sum", kAggregate, 3, "histogram: object, flag?: const bool -> object",
     "The sum of OpenTelemetry exponential histograms, bucket by bucket."},
    {"otel_histogram_sum", kAggregate, 3, "histogram: object, flag?: const bool -> object",
     "The sum of OpenTelemetry histograms, bucket by bucket."},
    {"percentile", kAggregate, 1,
     "expr: num, percentile: const num -> float64; expr: duration, percentile: const num -> duration",
     "About the value below which this share (0 to 1) lies."},
    {"percentile_cont", kAggregate, 2,
     "expr: num, percentile: const num -> float64; expr: duration, percentile: const num -> duration",
     "The percentile, interpolated between two values."},
    {"percentile_disc", kAggregate, 2, "expr: T(num|duration), percentile: const num -> T",
     "The smallest value whose cumulative share reaches the percentile."},
    {"stddev", kAggregate, 2, "expr: num -> float64; expr: duration -> duration",
     "Sample standard deviation; null for one value."},
    {"string_agg", kAggregate, 2, "expr: string, delimiter: const string -> string", "The non-null texts, joined in order."},
    {"string_agg_distinct", kAggregate, 3, "expr: string, delimiter: const string -> string",
     "The distinct texts, sorted and joined."},
    {"sum", kAggregate, 1, "expr: T(num|duration) -> T", "The sum of the non-null values."},
    {"tdigest_agg", kAggregate, 2, "expr: num|duration -> tdigest", "A t-digest of the numbers, which knows their quantiles about."},
    {"tdigest_combine", kAggregate, 2, "expr: tdigest -> tdigest", "The sum of t-digests."},
    {"topk_agg", kAggregate, 3, "expr: any, k: const int64 -> array",
     "The k most frequent values, each in an array with its count."},

    // Boolean, conditional, comparison
    {"avg", kScalar, 1,
     "a: num, b: num, more?...: num -> float64; a: duration, b: duration, more?...: duration -> duration",
     "Mean of the arguments; null if one is null."},
    {"bool", kScalar, 1, "expr: bool|num|string|variant -> bool", "Cast; null when it is not convertible."},
    {"case", kScalar, 1, "condition: bool, value: T -> T", "The value of the first true condition, else null."},
    {"coalesce", kScalar, 1, "expr...: T -> T", "The first non-null argument."},
    {"eq", kScalar, 3, "a: any, b: any -> bool", "a = b."},
    {"gt", kScalar, 3, "a: any, b: any -> bool", "a > b."},
    {"gte", kScalar, 3, "a: any, b: any -> bool", "a >= b."},
    {"if", kScalar, 1, "condition: bool, ontrue: T, onfalse: T -> T",
     "The second argument if the condition is true, else the third."},
    {"if_null", kScalar, 1, "expr: T, default: T -> T", "The first argument, or the second if that is null."},
    {"in", kScalar, 1, "expr: any, value...: any -> bool", "Whether the first argument equals one of the others."},
    {"is_json_null", kScalar, 3, "expr: variant -> bool", "Whether the value is a JSON null; null for a missing one."},
    {"is_null", kScalar, 1, "expr: any -> bool", "Whether there is no value; never null."},
    {"lt", kScalar, 3, "a: any, b: any -> bool", "a < b."},
    {"lte", kScalar, 3, "a: any, b: any -> bool", "a <= b."},
    {"max", kScalar, 1, "a: T(bool|num|string|timestamp|duration|ipv4), b: T, more?...: T -> T",
     "The largest argument; null if one is null."},
    {"min", kScalar, 1, "a: T(bool|num|string|timestamp|duration|ipv4), b: T, more?...: T -> T",
     "The smallest argument; null if one is null."},
    {"ne", kScalar, 3, "a: any, b: any -> bool", "a != b."},
    {"null_if", kScalar, 3, "a: T, b: T -> T", "Null if both are equal, else the first argument."},
    {"path_exists", kScalar, 2, "object: object|variant, path: string -> bool",
     "Whether the dotted path leads to a value, perhaps a JSON null."},
    {"same", kScalar, 2, "a: any, b: any -> bool", "Equality in which null equals null."},
    {"search", kScalar, 1, "expr: text, term...: const string -> bool", "Whether all terms occur, ignoring case."},

    // Strings
    {"array_to_string", kScalar, 2, "array: array, separator: string -> string",
     "The elements as texts, joined; null if one of them is null."},
    {"check_json", kScalar, 3, "str: string -> string", "What is wrong with JSON text; null when it is valid."},
    {"concat_strings", kScalar, 1, "str...: string -> string", "The texts one after the other; a null counts as empty."},
    {"contains", kScalar, 1, "str: string, expr: string -> bool", "Whether the text contains the other."},
    {"decode_base64", kScalar, 2, "str: string, urlsafe?: const bool, ignorepadding?: const bool -> string",
     "The text behind base64, perhaps in its URL-safe alphabet; null when it is invalid."},
    {"decode_uri", kScalar, 3, "str: string -> string",
     "Percent escapes resolved, but for those of #$&+,/:;=?@; null when one is invalid."},
    {"decode_uri_component", kScalar, 2, "str: string -> string",
     "All percent escapes resolved; null when one is invalid."},
    {"detect_browser", kScalar, 3, "useragent: string -> string",
     "The name of the browser that sends this User-Agent header; null for any other program."},
    {"editdistance", kScalar, 3, "a: string, b: string -> int64", "Levenshtein distance."},
    {"embed_sql_params", kScalar, 3, "sql: string, params: array -> string",
     "The SQL text with each ? replaced by the next parameter."},
    {"encode_base64", kScalar, 2, "str: string, urlsafe?: const bool -> string",
     "The text in base64, perhaps in its URL-safe alphabet."},
    {"encode_uri", kScalar, 3, "str: string -> string",
     "The text with percent escapes, so that it is a URI; characters that structure one stay."},
    {"encode_uri_component", kScalar, 2, "str: string -> string",
     "The text with percent escapes, so that it is a part of a URI."},
    {"ends_with", kScalar, 1, "str: string, expr: string -> bool", "Whether the text ends with the other."},
    {"format_time", kScalar, 1, "time: timestamp, format: const string, timezone?: string -> string",
     "The time as text: YYYY MM DD HH24 MI SS FF3 and so on."},
    {"left", kScalar, 2, "value: string, length: int64 -> string", "The first characters."},
    {"like", kScalar, 2, "subject: string, pattern: string, escape?: const string -> bool", "SQL LIKE over the whole text."},
    {"lower", kScalar, 1, "str: string -> string", "The text in lower case."},
    {"lpad", kScalar, 3, "str: string, length: int64, pad?: string -> string", "Padded on the left, or cut, to a length."},
    {"ltrim", kScalar, 1, "str: string, chars?: string -> string", "Without white space, or these characters, on the left."},
    {"position", kScalar, 2, "haystack: string, needle: string, start?: int64 -> int64",
     "Where the needle occurs first, from 0; -1 when it does not."},
    {"replace", kScalar, 1, "str: string, old: string, new: string -> string", "Every occurrence replaced, literally."},
    {"right", kScalar, 2, "value: string, length: int64 -> string", "The last characters."},
    {"rpad", kScalar, 3, "str: string, length: int64, pad?: string -> string", "Padded on the right, or cut, to a length."},
    {"rtrim", kScalar, 1, "str: string, chars?: string -> string", "Without white space, or these characters, on the right."},
    {"split", kScalar, 1, "value: string, separator: const string -> array", "The parts between the separators."},
    {"split_part", kScalar, 1, "value: string, delimiter: const string, part: int64 -> string",
     "One part, counted from 1, from the end if negative; empty when out of range."},
    {"starts_with", kScalar, 1, "str: string, expr: string -> bool", "Whether the text starts with the other."},
    {"string", kScalar, 1, "expr: any -> string", "Cast to text."},
    {"strlen", kScalar, 1, "str: string -> int64", "How many characters the text has."},
    {"substring", kScalar, 1, "value: string, start: int64, length?: int64 -> string",
     "The characters from a place, counted from 0, from the end if negative."},
    {"tokenize", kScalar, 3, "value: string, delimiters?: const string -> array",
     "The words of the text, or what stands between any of the delimiter characters."},
    {"tokenize_part", kScalar, 3, "value: string, delimiters?: const string, part?: int64 -> string",
     "One of the non-empty tokens between delimiter characters, counted from 1; null when out of range."},
    {"trim", kScalar, 1, "str: string, chars?: string -> string", "Without white space, or these characters, at both ends."},
    {"upper", kScalar, 1, "str: string -> string", "The text in upper case."},

    // Regular expressions; a flags argument becomes part of the pattern
    {"count_regex_matches", kScalar, 3,
     "input: text, pattern: regex, position?: const int64, flags?: const string -> int64; "
     "input: text, pattern: regex, flags: const string -> int64",
     "How many matches do not overlap, perhaps from a position on, counted from 0."},
    {"get_regex", kScalar, 1,
     "input: text, pattern: regex, group?: const int64, flags?: const string -> string; "
     "input: text, pattern: regex, flags: const string -> string",
     "The first match, or a capture group of it; null when there is none."},
    {"get_regex_all", kScalar, 2,
     "input: text, pattern: regex, group?: const int64, flags?: const string -> array; "
     "input: text, pattern: regex, flags: const string -> array",
     "All matches, or a capture group of each."},
    {"match_regex", kScalar, 1, "input: text, pattern: regex, flags?: const string -> bool", "Whether there is a match."},
    {"regex", kScalar, 2, "pattern: const string, flags?: const string -> string", "A regular expression from a text."},
    {"replace_regex", kScalar, 1,
     "input: string, pattern: regex, replacement: string, occurrence?: const int64, flags?: const string -> string",
     "One match, or all (0), replaced; \\1 stands for a group."},

    // Numbers
    {"abs", kScalar, 2, "val: T(num|duration) -> T", "The value without its sign."},
    {"arccos_deg", kScalar, 3, "val: num -> float64", "The angle with this cosine, in degrees; null outside -1 to 1."},
    {"arccos_rad", kScalar, 3, "val: num -> float64", "The angle with this cosine, in radians; null outside -1 to 1."},
    {"arcsin_deg", kScalar, 3, "val: num -> float64", "The angle with this sine, in degrees; null outside -1 to 1."},
    {"arcsin_rad", kScalar, 3, "val: num -> float64", "The angle with this sine, in radians; null outside -1 to 1."},
    {"arctan_deg", kScalar, 3, "val: num -> float64", "The angle with this tangent, in degrees."},
    {"arctan_rad", kScalar, 3, "val: num -> float64", "The angle with this tangent, in radians."},
    {"ceil", kScalar, 2, "val: num, precision?: const int64 -> float64", "Rounded up at a number of decimals."},
    {"cos_deg", kScalar, 3, "val: num -> float64", "Cosine of an angle in degrees."},
    {"cos_rad", kScalar, 3, "val: num -> float64", "Cosine of an angle in radians."},
    {"degrees", kScalar, 3, "val: num -> float64", "Radians as degrees."},
    {"exp", kScalar, 3, "val: num -> float64", "e to this power."},
    {"float64", kScalar, 1, "expr: any -> float64", "Cast; null when it is not convertible."},
    {"floor", kScalar, 2, "val: num, precision?: const int64 -> float64", "Rounded down at a number of decimals."},
    {"haversine_distance_km", kScalar, 3, "lat1: num, lon1: num, lat2: num, lon2: num -> float64",
     "Kilometres between two places on the globe, given in degrees."},
    {"int64", kScalar, 1, "expr: bool|num|string|variant|timestamp|duration|ipv4 -> int64",
     "Cast, rounding to the nearest; null when it is not convertible."},
    {"int_div", kScalar, 3, "a: num, b: num -> int64", "Quotient truncated towards zero; null when the divisor is zero."},
    {"ln", kScalar, 3, "val: num -> float64", "Natural logarithm; null for zero and less."},
    {"log", kScalar, 2, "base: num, val: num -> float64", "Logarithm to a base."},
    {"mod", kScalar, 2, "a: int64, b: int64 -> int64; a: num, b: num -> float64",
     "Remainder with the sign of the dividend; null when the divisor is zero."},
    {"parse_hex", kScalar, 2, "value: string -> int64", "The integer of hexadecimal text; null when it is none."},
    {"pi", kScalar, 3, "-> float64", "3.14159…"},
    {"pow", kScalar, 2, "base: num, exponent: num -> float64", "A power."},
    {"radians", kScalar, 3, "val: num -> float64", "Degrees as radians."},
    {"round", kScalar, 1, "val: num, precision?: const int64 -> float64", "Rounded, half away from zero."},
    {"sin_deg", kScalar, 3, "val: num -> float64", "Sine of an angle in degrees."},
    {"sin_rad", kScalar, 3, "val: num -> float64", "Sine of an angle in radians."},
    {"sqrt", kScalar, 2, "val: num -> float64", "Square root; null for negative numbers."},
    {"tan_deg", kScalar, 3, "val: num -> float64", "Tangent of an angle in degrees; null where there is none."},
    {"tan_rad", kScalar, 3, "val: num -> float64", "Tangent of an angle in radians."},
    {"uniform", kScalar, 3,
     "min: int64, max: int64, gen?: int64 -> int64; min: float64|numeric, max: float64|numeric, gen?: int64 -> float64",
     "A random number between two others, evenly distributed; always the same one for the same gen."},
    {"width_bucket", kScalar, 3, "val: num, min: num, max: num, buckets: int64 -> int64",
     "Which of the equal-width buckets holds the value, counted from 1; 0 below all of them, one more above."},
    {"zipf", kScalar, 3, "exponent: num, count: int64, gen?: int64 -> int64",
     "A random number from 1 to count, small ones more often by a power law; always the same one for the same gen."},

    // Sketches of many numbers
    {"histogram_fraction", kScalar, 3,
     "histogram: tdigest|histogram|exponential_histogram|object, lower: num, upper: num -> float64",
     "About the share of the numbers between two bounds."},
    {"histogram_quantile", kScalar, 2,
     "histogram: tdigest|histogram|exponential_histogram|object, quantile: const num -> float64",
     "About the number below which this share (0 to 1) lies."},
    {"otel_exponential_histogram_quantile", kScalar, 3, "histogram: object, quantile: const num -> float64",
     "About the number below which this share (0 to 1) of an exponential histogram lies."},
    {"otel_histogram_quantile", kScalar, 3, "histogram: object, quantile: const num -> float64",
     "About the number below which this share (0 to 1) of a histogram lies."},
    {"tdigest", kScalar, 3, "value: string|object|variant|tdigest -> tdigest",
     "The t-digest of its JSON form; null when it is none."},
    {"tdigest_quantile", kScalar, 2, "digest: tdigest, quantile: const num -> float64",
     "About the number below which this share (0 to 1) of a t-digest lies."},

    // Time
    {"bin_end_time", kScalar, 2, "-> timestamp", "End of the present bin, exclusive; in statsby of the query window."},
    {"bin_size", kScalar, 2, "-> duration", "Length of the present bin or frame; in statsby of the query window."},
    {"bin_start_time", kScalar, 2, "-> timestamp", "Start of the present bin; in statsby of the query window."},
    {"duration", kScalar, 2, "ns: num|variant|duration -> duration; start: timestamp, end: timestamp -> duration",
     "Nanoseconds as a duration, or the time from start to end."},
    {"duration_hr", kScalar, 1, "val: num -> duration", "Hours, perhaps with a fraction."},
    {"duration_min", kScalar, 1, "val: num -> duration", "Minutes, perhaps with a fraction."},
    {"duration_ms", kScalar, 1, "val: num -> duration", "Milliseconds, perhaps with a fraction."},
    {"duration_sec", kScalar, 1, "val: num -> duration", "Seconds, perhaps with a fraction."},
    {"from_milliseconds", kScalar, 1, "value: num|variant -> timestamp", "The time so long after the epoch."},
    {"from_nanoseconds", kScalar, 1, "value: num|variant -> timestamp", "The time so long after the epoch."},
    {"from_seconds", kScalar, 1, "value: num|variant -> timestamp", "The time so long after the epoch."},
    {"now", kScalar, 1, "-> timestamp", "When the query is executed; one value for the whole query."},
    {"parse_duration", kScalar, 2, "value: string -> duration", "The duration of text such as 2h30m or 1.5s; null when it is none."},
    {"parse_isotime", kScalar, 1, "value: string -> timestamp", "ISO 8601 text with a zone; null when it is none."},
    {"parse_timestamp", kScalar, 1, "value: string, format: const string, timezone?: string -> timestamp",
     "Text in a format of format_time; null when it does not fit."},
    {"query_end_time", kScalar, 2, "-> timestamp", "End of the query window, exclusive."},
    {"query_start_time", kScalar, 2, "-> timestamp", "Start of the query window."},
    {"row_end_time", kScalar, 1, "-> timestamp", "The row's valid to; null on Event and Table."},
    {"row_timestamp", kScalar, 1, "-> timestamp", "The row's valid from; null on Table."},
    {"timestamp_us", kScalar, 3, "value: num|variant -> timestamp", "The time so many microseconds after the epoch."},
    {"to_days", kScalar, 1, "duration: duration -> float64", "The duration in days."},
    {"to_hours", kScalar, 1, "duration: duration -> float64", "The duration in hours."},
    {"to_milliseconds", kScalar, 1, "duration: duration -> float64", "The duration in milliseconds."},
    {"to_minutes", kScalar, 1, "duration: duration -> float64", "The duration in minutes."},
    {"to_nanoseconds", kScalar, 2, "duration: duration -> int64", "The duration in nanoseconds."},
    {"to_seconds", kScalar, 1, "duration: duration -> float64", "The duration in seconds."},
    {"to_weeks", kScalar, 1, "duration: duration -> float64", "The duration in weeks."},

    // Semistructured values
    {"append_item", kScalar, 2, "array: array, value...: any -> array", "The array with more elements at its end."},
    {"array", kScalar, 1, "expr: array|variant -> array", "Cast; null if it is no array."},
    {"array_contains", kScalar, 1, "array: array, value: any -> bool", "Whether an element equals the value."},
    {"array_distinct", kScalar, 2, "array: array -> array", "The elements without repetitions, in order of their first one."},
    {"array_length", kScalar, 1, "array: array -> int64", "How many elements the array has."},
    {"array_max", kScalar, 3, "array: array -> variant", "The largest element; null when there is none."},
    {"array_min", kScalar, 3, "array: array -> variant", "The smallest element; null when there is none."},
    {"arrays_overlap", kScalar, 3, "a: array, b: array -> bool", "Whether the arrays have an element in common."},
    {"concat_arrays", kScalar, 2, "array...: array -> array", "The arrays one after the other."},
    {"drop_fields", kScalar, 2, "object: object, key...: const string -> object", "The object without these keys."},
    {"get_field", kScalar, 2, "object: object, key: string -> variant", "The value of a key; null when it is absent."},
    {"get_item", kScalar, 2, "array: array, index: int64 -> variant", "An element, counted from 0; null when it is absent."},
    {"get_jmespath", kScalar, 3, "value: variant|object|array, expression: const string -> variant",
     "What a JMESPath expression finds in the value; null when it finds nothing."},
    {"index_of_item", kScalar, 3, "array: array, value: any -> int64",
     "Where the array has the value first, counted from 0; null when it does not."},
    {"insert_item", kScalar, 3, "array: array, index: int64, value: any -> array",
     "The array with one element more before an index, counted from 0, from the end if negative."},
    {"intersect_arrays", kScalar, 3, "a: array, b: array -> array",
     "The elements that both arrays have, each as often as both have it."},
    {"make_array", kScalar, 2, "value?...: any -> array", "An array of the arguments."},
    {"make_array_range", kScalar, 3, "start: int64, end: int64 -> array",
     "The integers from start up to, but without, end; null for more than a million."},
    {"make_fields", kScalar, 3, "object: object, value...: any -> object",
     "The object with key:value arguments added or replaced; a null value takes the key away."},
    {"make_object", kScalar, 1, "value?...: any -> object", "An object of key:value arguments, without the null ones."},
    {"merge_objects", kScalar, 2, "object...: object -> object", "The keys of all objects; the last of equal ones wins."},
    {"object", kScalar, 1, "expr: object|variant -> object", "Cast; null if it is no object."},
    {"object_keys", kScalar, 2, "object: object -> array", "The keys of the first level, in stored order."},
    {"parse_csv", kScalar, 2,
     "value: string, unescape?: const bool, separator?: const string -> array",
     "The fields of a line of comma-separated values, as texts; null when it is malformed."},
    {"parse_json", kScalar, 1, "str: string -> variant", "The value of JSON text; null when it is invalid."},
    {"parse_kvs", kScalar, 1, "value: string, kvseparator?: const string, delimiter?: const string -> object",
     "The key=value pairs of a text, the values as texts."},
    {"pick_fields", kScalar, 2, "object: object, key...: const string -> object", "The object with these keys only."},
    {"pivot_array", kScalar, 2, "array: array, keyfieldname: string, valuefieldname: string -> object",
     "One object of an array of objects, which hold a key in one field and its value in another."},
    {"prepend_item", kScalar, 3, "array: array, value: any -> array", "The array with one element more at its front."},
    {"slice_array", kScalar, 3, "array: array, from: int64, to: int64 -> array",
     "The elements from one index up to, but without, another, counted from 0, from the end if negative."},
    {"sort_array", kScalar, 3, "array: array -> array", "The elements in order: ascending, or as asc() or desc() behind it says."},
    {"unpivot_array", kScalar, 3, "object: object, keyfieldname: string, valuefieldname: string -> array",
     "An array of objects, which hold each key of the object in one field and its value in another."},
    {"variant_type_name", kScalar, 3, "value: bool|int64|float64|string|object|array|variant -> string",
     "The type of the value: int64, float64, string, bool, object, array or null."},

    // Digests, networking, typed nulls
    {"hash", kScalar, 2, "expr...: any -> int64", "A hash of the arguments, nulls included; the same within one release."},
    {"sha2", kScalar, 3, "str: string, bits?: const int64 -> string", "The SHA-2 digest of the text, 256 bits unless given, in hexadecimal."},
    {"int64_to_ipv4", kScalar, 3, "value: int64 -> string", "The IPv4 address with this number, as text."},
    {"ipv4", kScalar, 2, "expr: ipv4|string|int64|variant -> ipv4", "Cast; null when it is not convertible."},
    {"ipv4_address_in_network", kScalar, 2, "ip: ipv4|string, network: string -> bool",
     "Whether an address lies in a network such as 10.0.0.0/8."},
    {"ipv4_network_int64", kScalar, 3, "network: string -> int64", "The first address of a network such as 10.0.0.0/8, as an integer."},
    {"ipv4_to_int64", kScalar, 3, "ip: ipv4|string -> int64", "The address as an integer; null when it is none."},
    {"parse_ip", kScalar, 3, "value: string, type?: const string -> object",
     "The parts of an IPv4 or IPv6 address, perhaps with the length of its network; null when it is none."},
    {"parse_url", kScalar, 2, "value: string -> object",
     "The scheme, host, port, path, query, parameters and fragment of a URL; null when it is none."},
    {"array_null", kScalar, 1, "-> array", "No array."},
    {"bool_null", kScalar, 1, "-> bool", "No bool."},
    {"duration_null", kScalar, 1, "-> duration", "No duration."},
    {"exponential_histogram_null", kScalar, 1, "-> exponential_histogram", "No exponential histogram."},
    {"float64_null", kScalar, 1, "-> float64", "No float64."},
    {"histogram_null", kScalar, 1, "-> histogram", "No histogram."},
    {"int64_null", kScalar, 1, "-> int64", "No int64."},
    {"numeric_null", kScalar, 1, "-> numeric", "No numeric."},
    {"object_null", kScalar, 1, "-> object", "No object."},
    {"string_null", kScalar, 1, "-> string", "No string."},
    {"tdigest_null", kScalar, 1, "-> tdigest", "No t-digest."},
    {"timestamp_null", kScalar, 1, "-> timestamp", "No timestamp."},
    {"variant_null", kScalar, 1, "-> variant", "No variant."},

    // Arguments of verbs
    {"asc", kArgument, 1, "", "Ascending order."},
    {"desc", kArgument, 1, "", "Descending order."},
    {"frame", kArgument, 1, "", "The rows around a point in time."},
    {"frame_exact", kArgument, 2, "", "The rows around a point in time, to the nanosecond."},
    {"frame_following", kArgument, 3, "", "This row and all later ones."},
    {"frame_preceding", kArgument, 2, "", "All earlier rows and this one: a running value."},
    {"group_by", kArgument, 1, "", "The columns that make a group."},
    {"on", kArgument, 1, "", "The condition of a join."},
    {"primary_key", kArgument, 1, "", "The columns that identify an entity."},
    {"tags", kArgument, 3, "", "The tag columns of a metric."},
    {"valid_for", kArgument, 2, "", "How long a state lasts without a new event."},
    {"nullsfirst", kArgument, 3, "", "Order with nulls first."},
    {"nullslast", kArgument, 3, "", "Order with nulls last."},
    {"options", kArgument, 1, "", "Named settings."},
    {"order_by", kArgument, 1, "", "The order of an aggregate's values."},
};

// Known to the language, not to this version.
constexpr std::string_view kUnsupported[] = {
    "delta", "delta_monotonic", "deriv", "ewma", "m", "m_exponential_histogram", "m_histogram",
    "m_object", "m_tdigest", "metric", "prom_quantile", "rate",
};

constexpr FunctionAlias kAliases[] = {
    {"timestamp_ms", "from_milliseconds", false},
    {"timestamp_ns", "from_nanoseconds", false},
    {"timestamp_s", "from_seconds", false},
    {"row_start_time", "row_timestamp", false},
    {"pk", "primary_key", false},
    {"primarykey", "primary_key", true},
    {"validfor", "valid_for", true},
    {"milliseconds", "from_milliseconds", true},
    {"nanoseconds", "from_nanoseconds", true},
    {"seconds", "from_seconds", true},
    {"groupby", "group_by", true},
    {"orderby", "order_by", true},
    {"countdistinct", "count_distinct", true},
    {"countdistinctexact", "count_distinct_exact", true},
    {"percentilecont", "percentile_cont", true},
    {"percentiledisc", "percentile_disc", true},
    {"strcat", "concat_strings", true},
    {"string_concat", "concat_strings", true},
    {"startswith", "starts_with", true},
    {"endswith", "ends_with", true},
    {"isnull", "is_null", true},
    {"ifnull", "if_null", true},
    {"parsekvs", "parse_kvs", true},
    {"parseurl", "parse_url", true},
    {"parseisotime", "parse_isotime", true},
    {"parsejson", "parse_json", true},
    {"parsehex", "parse_hex", true},
    {"makeobject", "make_object", true},
    {"makearray", "make_array", true},
    {"array_pivot", "pivot_array", true},
    {"array_unpivot", "unpivot_array", true},
    {"decodebase64", "decode_base64", true},
    {"encodebase64", "encode_base64", true},
    {"querystarttime", "query_start_time", true},
    {"queryendtime", "query_end_time", true},
    {"regex_replace", "replace_regex", true},
    {"regex_match", "match_regex", true},
    {"firstnotnull", "first_not_null", true},
    {"lastnotnull", "last_not_null", true},
    {"anynotnull", "any_not_null", true},
    {"getfield", "get_field", true},
    {"getitem", "get_item", true},
};

std::vector<Function> build() {
    std::vector<Function> table;
    for (const Row& row : kRows) {
        table.push_back({row.name, row.kind, row.tier, {}, row.doc});
        if (!row.signature.empty()) table.back().overloads = parse_signature(row.signature);
    }
    for (const std::string_view name : kUnsupported) table.push_back({name, FunctionKind::kUnsupported, 3, {}, ""});
    std::sort(table.begin(), table.end(), [](const Function& a, const Function& b) {
        return std::pair(a.name, a.kind) < std::pair(b.name, b.kind);
    });
    return table;
}

}  // namespace

std::span<const Function> functions() {
    static const std::vector<Function> table = build();
    return table;
}

std::span<const FunctionAlias> function_aliases() { return kAliases; }

const Function* find_function(std::string_view name, FunctionKind kind) {
    const auto table = functions();
    const auto wanted = std::pair(name, kind);
    const auto found = std::lower_bound(table.begin(), table.end(), wanted, [](const Function& row, const auto& key) {
        return std::pair(row.name, row.kind) < key;
    });
    return found != table.end() && found->name == name && found->kind == kind ? &*found : nullptr;
}

}  // namespace domain::opal::check
