#include "tests/opal/generated/pipeline_generator.hpp"

#include <array>

namespace tests::opal {

namespace check = domain::opal::check;
using domain::catalog::Type;

namespace {

constexpr int kTypes = 14;

bool accepts(check::TypeSet types, Type type) { return (types & check::type_bit(type)) != 0; }

/// Functions whose arguments are no plain expressions.
bool is_plain(const check::Function& function) {
    for (const std::string_view name : {"window", "label", "make_object", "make_fields", "regex", "m", "m_tdigest", "m_histogram",
                                        "m_exponential_histogram", "m_object", "metric", "sort_array"}) {
        if (function.name == name) return false;
    }
    return true;
}

}  // namespace

std::string PipelineGenerator::literal(Type type) {
    const auto pick = [&](std::initializer_list<const char*> texts) { return std::string(*(texts.begin() + below(texts.size()))); };
    switch (type) {
        case Type::kBool: return pick({"true", "false", "bool_null()"});
        case Type::kInt64: return pick({"0", "1", "-1", "3", "7", "1000000", "9223372036854775807", "int64_null()"});
        case Type::kFloat64:
        case Type::kNumeric: return pick({"0.5", "-2.25", "1e10", "0.0", "float64_null()"});
        case Type::kString:
            return pick({"\"\"", "\"a\"", "\"GET /cart\"", "\"it''s \\\"q\\\" %_*\"", "\"2024-05-01T10:00:00Z\"", "\"10.0.0.1/8\"", "\"{\\\"a\\\":[1,2]}\"",
                         "\"$1 $$ v0 t0 -- ;\"", "string_null()"});
        case Type::kTimestamp: return pick({"query_start_time()", "from_seconds(1714557600)", "timestamp_null()"});
        case Type::kDuration: return pick({"5m", "1ns", "-3h", "duration_null()"});
        case Type::kObject: return pick({"make_object(a:1, b:\"x\")", "object(parse_json(\"{}\"))", "object_null()"});
        case Type::kArray: return pick({"make_array(1, \"x\", 2.5)", "make_array()", "array_null()"});
        case Type::kVariant: return pick({"parse_json(\"[1,{\\\"k\\\":null}]\")", "parse_json(\"3\")", "variant_null()"});
        case Type::kIpv4: return pick({"ipv4(\"10.1.2.3\")", "ipv4(7)"});
        case Type::kTdigest: return "tdigest_null()";
        case Type::kHistogram: return "histogram_null()";
        case Type::kExponentialHistogram: return "exponential_histogram_null()";
    }
    return "1";
}

std::optional<std::string> PipelineGenerator::column(Type type) {
    std::vector<std::string> names;
    for (const auto& column : schema_->columns) {
        if (column.type == type) names.push_back(column.name);
    }
    if (names.empty()) return std::nullopt;
    return names[below(names.size())];
}

std::string PipelineGenerator::any_column() { return schema_->columns[below(schema_->columns.size())].name; }

std::string PipelineGenerator::columns(std::size_t most) {
    std::string text = any_column();
    for (std::size_t i = below(most); i > 0; --i) text += ", " + any_column();
    return text;
}

PipelineGenerator::Type PipelineGenerator::type_in(check::TypeSet types) {
    for (;;) {
        const Type type = static_cast<Type>(below(kTypes));
        if (accepts(types, type)) return type;
    }
}

std::string PipelineGenerator::expression(Type type, int depth) {
    if (depth <= 0 || one_in(4)) {
        const auto name = column(type);
        return name && !one_in(4) ? *name : literal(type);
    }
    if (type == Type::kVariant && one_in(2)) {
        if (const auto object = column(Type::kObject)) return *object + (one_in(2) ? ".a" : ".b[0].\"e.f\"");
    }
    if (type == Type::kBool && one_in(2)) {
        constexpr std::array<const char*, 6> kOperators{" = ", " != ", " < ", " >= ", " and ", " or "};
        const std::size_t i = below(kOperators.size());
        const Type side = i >= 4 ? Type::kBool : type_in(check::type_bit(Type::kInt64) | check::type_bit(Type::kFloat64) | check::type_bit(Type::kString) |
                                                         check::type_bit(Type::kTimestamp) | check::type_bit(Type::kDuration));
        return "(" + expression(side, depth - 1) + kOperators[i] + expression(side, depth - 1) + ")";
    }
    if ((type == Type::kInt64 || type == Type::kFloat64) && one_in(2)) {
        constexpr std::array<const char*, 4> kOperators{" + ", " - ", " * ", " / "};
        return "(" + expression(type, depth - 1) + kOperators[below(4)] + expression(type, depth - 1) + ")";
    }
    return call_of(check::FunctionKind::kScalar, type, depth).value_or(literal(type));
}

std::string PipelineGenerator::call(const check::Function& function, const check::Overload& overload, Type type, int depth) {
    std::string text(function.name);
    text += "(";
    bool is_first = true;
    for (const check::Parameter& parameter : overload.parameters) {
        if (parameter.is_optional && one_in(2)) break;
        const std::size_t times = parameter.is_repeated ? 1 + below(3) : 1;
        for (std::size_t i = 0; i < times; ++i) {
            text += is_first ? "" : ", ";
            is_first = false;
            if (parameter.is_regex) text += one_in(2) ? "/[a-z]+(x)?/i" : "/(?P<a>\\d+)/";
            else if (parameter.is_constant) text += literal(type_in(parameter.accepts));
            else if (parameter.is_generic && accepts(parameter.accepts, type)) text += expression(type, depth - 1);
            else text += expression(type_in(parameter.accepts), depth - 1);
        }
    }
    return text + ")";
}

std::optional<std::string> PipelineGenerator::call_of(check::FunctionKind kind, std::optional<Type> type, int depth) {
    const auto table = check::functions();
    for (int attempt = 0; attempt < 60; ++attempt) {
        const check::Function& function = table[below(table.size())];
        if (function.kind != kind || function.overloads.empty() || !is_plain(function)) continue;
        const check::Overload& overload = function.overloads[below(function.overloads.size())];
        if (type && !overload.result_is_generic && overload.result != *type) continue;
        return call(function, overload, type.value_or(static_cast<Type>(below(8))), depth);
    }
    return std::nullopt;
}

std::string PipelineGenerator::aggregate() { return call_of(check::FunctionKind::kAggregate, std::nullopt, 2).value_or("count()"); }

std::string PipelineGenerator::group_by() {
    if (one_in(4)) return "group_by()";
    return "group_by(" + (one_in(3) ? "g" + std::to_string(below(3)) + ":" + expression(Type::kString, 2) : columns(2)) + ")";
}

std::string PipelineGenerator::window() {
    const std::string value = one_in(2) ? aggregate() : call_of(check::FunctionKind::kWindow, std::nullopt, 2).value_or("row_number()");
    const std::string frame = one_in(3) ? ", frame(back:10m, ahead:1m)" : one_in(4) ? ", frame_preceding()" : one_in(3) ? ", order_by(desc(" + any_column() + "))" : "";
    return "window(" + value + ", " + group_by() + frame + ")";
}

std::string PipelineGenerator::selector() {
    const std::string filter = one_in(3) ? ", " + expression(Type::kBool, 2) : "";
    return "m(\"m" + std::to_string(below(2)) + "\"" + filter + ")";
}

/// The columns become points of a metric, which are aligned and perhaps aggregated.
std::string PipelineGenerator::metrics() {
    constexpr std::array<const char*, 12> kAligned{"avg", "sum", "min", "max", "count", "last", "first", "delta", "delta_monotonic", "rate", "deriv", "stddev"};
    const auto aligned = [&] { return std::string(kAligned[below(kAligned.size())]) + "(" + selector() + ")"; };
    const std::string time = schema_->valid_from.value_or("k");
    std::string text = "make_col m_name:if(" + expression(Type::kBool, 1) + ", \"m0\", \"m1\"), m_value:float64(" + expression(Type::kInt64, 2) + ")\n";
    text += "pick_col " + time + ", m_name, m_value, tag:string(" + any_column() + ")\n";
    text += "interface \"metric\", metric:m_name, value:m_value\n";
    if (one_in(2)) text += std::string("set_metric options(type:\"") + (one_in(2) ? "cumulativeCounter" : one_in(2) ? "delta" : "gauge") + "\", interval:1m), \"m0\"\n";
    if (one_in(6)) return text + "rollup options(resolution:10m), y:metric(\"m0\"), z:metric(\"m1\", rollup:\"max\")";
    const std::string how = one_in(3) ? "options(bins:10, empty_bins:true)" : one_in(2) ? "7m" : "10m, frame(back:25m)";
    text += "align " + how + ", y:" + aligned() + ", z:" + aligned() + " / " + aligned();
    if (one_in(3)) return text;
    text += std::string("\naggregate y:") + (one_in(2) ? "sum" : "max") + "(y), n:count(z), " + (one_in(2) ? "group_by(tag)" : "group_by()");
    return one_in(3) ? text + "\nfill y:0" : text;
}

std::string PipelineGenerator::statement(const domain::catalog::Schema& schema, const check::Function& function,
                                         const check::Overload& overload) {
    schema_ = &schema;
    const std::string value = call(function, overload, static_cast<Type>(below(8)), 1);
    switch (function.kind) {
        case check::FunctionKind::kAggregate: return "statsby y:" + value + ", group_by()";
        case check::FunctionKind::kWindow: return "make_col y:window(" + value + ", group_by(), order_by(" + any_column() + "))";
        default: return "make_col y:" + value;
    }
}

std::string PipelineGenerator::statement(const domain::catalog::Schema& schema) {
    schema_ = &schema;
    const std::string name = fresh_name();
    const std::string value = expression(static_cast<Type>(below(11)), 3);
    const std::string is_true = expression(Type::kBool, 3);
    const std::string score = aggregate();
    const std::string group = group_by();
    const std::string one = any_column();
    const std::string other = one_in(3) ? "ev2" : one_in(3) ? "iv" : one_in(2) ? "res" : "tab";
    const std::string key = other == "res" ? "p" : "k";
    const std::string meets = column(Type::kString).value_or("k") + "=@" + other + "." + key;
    const std::string more = one_in(3) ? ", frame(back:5m)" : "";
    switch (below(48)) {
        case 0:
        case 1: return "filter " + is_true;
        case 2: return "filter <a -b or c> and " + one + " ~ foo*bar";
        case 3: return "filter " + one + " ~ /a.*b/i or " + one + " !~ 10.0.0.0/8";
        case 4:
        case 5:
        case 6: return "make_col " + name + ":" + value;
        case 7: return "make_col " + name + ":" + value + ", " + fresh_name() + ":" + name;
        case 8:
        case 9: return "make_col " + name + ":" + window();
        case 10: return "pick_col " + columns(6) + ", " + schema.valid_from.value_or(one) + ", " + name + ":" + value;
        case 11: return "drop_col " + one;
        case 12: return "rename_col " + name + ":" + one;
        case 13: return "extract_regex " + one + ", /(?P<" + name + ">[a-z]+) (?P<y::int64>[0-9]+)?/";
        case 14:
        case 15: return "statsby " + name + ":" + score + ", y:" + aggregate() + ", " + group;
        case 16: return "timechart 7m, " + name + ":" + score + ", " + group;
        case 17: return "timechart options(bins:10, empty_bins:true), " + name + ":" + score + ", " + group;
        case 18: return "timechart 10m, frame(back:25m, ahead:1m), " + name + ":" + score + ", " + group;
        case 19: return "sort desc(" + value + "), " + one;
        case 20: return "limit " + std::to_string(below(20));
        case 21: return one_in(2) ? "dedup" : "dedup " + columns(2);
        case 22: return "topk 2, " + score + ", " + group;
        case 23: return "bottomk 3, " + group;
        case 24: return "join on(" + meets + more + "), " + name + ":@" + other + "." + key;
        case 25: return "leftjoin on(" + meets + " and " + is_true + more + "), " + name + ":upper(@" + other + "." + key + ")";
        case 26: return "fulljoin on(" + meets + "), " + name + ":@" + other + "." + key;
        case 27: return "lookup on(" + meets + "), " + name + ":@" + other + "." + key;
        case 28: return (one_in(2) ? "exists " : "not_exists frame(back:1m, ahead:1h), ") + meets;
        case 29: return (one_in(2) ? "follow " : "follow_not ") + meets;
        case 30: return "union @" + other;
        case 31: return std::string(one_in(2) ? "flatten_leaves " : one_in(2) ? "flatten_single " : "flatten_all ") + one + ", true";
        case 32: return "unpivot " + columns(3);
        case 33: return "set_primary_key " + one;
        case 34: return std::string(one_in(3) ? "ever " : one_in(2) ? "always " : "never ") + is_true + more;
        case 35: return "filter_last " + is_true;
        case 36: return one_in(2) ? "make_event" : "make_table";
        case 37: return "make_interval " + one;
        case 38: return "set_timestamp " + one;
        case 39: return "set_valid_to " + one;
        case 40: return one_in(2) ? "timeshift 10m" : "timewrap 10m, 3, \"" + name + "\"";
        case 41: return one_in(2) ? "fill" : "fill " + name + ":0";
        case 42: return "make_session options(expiry:5m), " + name + ":" + score + ", " + group;
        case 43: return "make_resource options(expiry:20m), " + name + ":" + value + ", primary_key(" + one + ")";
        case 45:
        case 46: return metrics();
        case 44: return one_in(2) ? "timestats " + name + ":" + score + ", " + group : "histogram options(bins:5), " + one + ", " + group;
        default: return one_in(2) ? "surrounding frame(back:1m, ahead:1m), @ev2, " + name + ":1"
                                  : "pivot " + one + ", " + any_column() + ", " + name + ":\"a\", y:\"b\"";
    }
}

}  // namespace tests::opal
