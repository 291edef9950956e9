#include "domain/opal/sql/special_calls.hpp"

#include <algorithm>
#include <array>

#include "domain/catalog/json_text.hpp"
#include "domain/opal/plan/expression.hpp"
#include "domain/opal/sql/function_templates.hpp"

namespace domain::opal::sql {
namespace {

constexpr std::array kSpecialScalar{
    std::string_view("op.and"), std::string_view("op.or"),  std::string_view("op.mul"),     std::string_view("op.div"),
    std::string_view("case"),   std::string_view("if"),     std::string_view("coalesce"),   std::string_view("if_null"),
    std::string_view("in"),     std::string_view("int_div"), std::string_view("avg"),       std::string_view("max"),
    std::string_view("min"),    std::string_view("int64"),  std::string_view("plan.bucket"),
    std::string_view("hash"), std::string_view("plan.rows"), std::string_view("plan.variant"),
};

constexpr std::array kSpecialAggregate{
    std::string_view("count"),           std::string_view("count_distinct"), std::string_view("count_distinct_exact"),
    std::string_view("first"),           std::string_view("first_not_null"), std::string_view("last"),
    std::string_view("last_not_null"),   std::string_view("array_agg"),      std::string_view("array_agg_distinct"),
    std::string_view("percentile"),      std::string_view("percentile_cont"), std::string_view("percentile_disc"),
    std::string_view("median"),          std::string_view("median_exact"),   std::string_view("stddev"),
    std::string_view("string_agg"),      std::string_view("avg"),            std::string_view("any"),
    std::string_view("hash_agg"),        std::string_view("hash_agg_distinct"),
    std::string_view("delta_monotonic"),
};

template <std::size_t size>
bool holds(const std::array<std::string_view, size>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_row_for(std::string_view row, std::string_view function) {
    return row == function || (row.starts_with(function) && (row[function.size()] == '/' || row[function.size()] == ':'));
}

bool has_row(std::span<const FunctionTemplate> table, std::string_view function) {
    return std::any_of(table.begin(), table.end(),
                       [&](const FunctionTemplate& row) { return is_row_for(row.function, function); });
}

const FunctionTemplate* find_row(std::span<const FunctionTemplate> table, const std::string& name) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const FunctionTemplate& row) { return row.function == name; });
    return found == table.end() ? nullptr : &*found;
}

std::string lower_ascii(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

}  // namespace

const FunctionTemplate* find_template(std::span<const FunctionTemplate> table, std::string_view function,
                                      const std::vector<check::Expr>& operands) {
    const std::string name(function);
    const std::string arity = name + "/" + std::to_string(operands.size());
    const std::string type = operands.empty() ? std::string() : ":" + std::string(catalog::name(operands.front().type));
    for (const std::string& narrow : {arity + type, arity, name + type}) {
        if (const auto* row = find_row(table, narrow)) return row;
    }
    return find_row(table, name);
}

bool has_scalar_sql(std::string_view function) {
    return is_special_scalar(function) || has_row(scalar_templates(), function);
}
bool has_aggregate_sql(std::string_view function) {
    return is_special_aggregate(function) || has_row(aggregate_templates(), function);
}

std::string fill(std::string_view sql, const std::vector<std::string>& operands) {
    std::string text;
    for (std::size_t at = 0; at < sql.size(); ++at) {
        if (sql[at] != '{') {
            text += sql[at];
            continue;
        }
        const std::size_t end = sql.find('}', at);
        const std::string_view hole = sql.substr(at + 1, end - at - 1);
        if (hole == "*") text += join(operands, ", ");
        else if (hole == "@") text += kCallEnd;
        else text += operands.at(static_cast<std::size_t>(hole.front() - '0'));
        at = end;
    }
    return text;
}

bool is_special_scalar(std::string_view function) { return holds(kSpecialScalar, function); }
bool is_special_aggregate(std::string_view function) { return holds(kSpecialAggregate, function); }

bool is_own_aggregate(std::string_view function) {
    const FunctionTemplate* row = find_row(aggregate_templates(), std::string(function));
    return function.starts_with("hash_agg") || (row != nullptr && row->sql.starts_with("opalite_"));
}

std::string join(const std::vector<std::string>& texts, std::string_view separator) {
    std::string joined;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i > 0) joined += separator;
        joined += texts[i];
    }
    return joined;
}

bool takes_json_text(std::string_view function, std::size_t operand) {
    if (function == "make_object" || function == "make_fields") return operand >= 2 && operand % 2 == 0;
    if (function == "make_array" || function == "variant_type_name") return true;
    if (function == "object_agg") return operand == 1;
    if (function == "topk_agg") return operand == 0;
    if (function == "append_item") return operand >= 1;
    if (function == "insert_item") return operand == 2;
    const bool takes_element = function == "array_contains" || function == "prepend_item" || function == "index_of_item";
    return takes_element && operand == 1;
}

std::string re2_pattern(const check::Regex& regex) {
    return regex.flags.empty() ? regex.pattern : "(?" + regex.flags + ")" + regex.pattern;
}

std::string path_steps(const check::PathAccess& path) {
    std::string steps = "[";
    for (const auto& step : path.steps) {
        if (steps.size() > 1) steps += ',';
        if (const auto* key = std::get_if<std::string>(&step)) catalog::json_text::append_quoted(steps, *key);
        else steps += std::to_string(std::get<std::int64_t>(step));
    }
    return steps + "]";
}

std::string encode_terms(const check::SearchTerms& terms) {
    std::string text = "[";
    for (const auto& group : terms.groups) {
        text += text.size() > 1 ? ",[" : "[";
        for (std::size_t i = 0; i < group.size(); ++i) {
            const check::SearchTerm& term = group[i];
            text += i > 0 ? ",[\"" : "[\"";
            if (term.starts_text) text += '^';
            if (term.ends_text) text += '$';
            if (term.is_negated) text += '-';
            text += '"';
            for (const std::string& run : term.runs) {
                text += ',';
                catalog::json_text::append_quoted(text, lower_ascii(run));
            }
            text += ']';
        }
        text += ']';
    }
    return text + "]";
}

std::string floor_divide(const std::string& dividend, const std::string& divisor) {
    return "(" + dividend + " // " + divisor + " - CAST(" + dividend + " % " + divisor + " < 0 AS BIGINT))";
}

std::optional<ClockUnit> clock_unit(const check::Expr& expr) {
    if (plan::as_call(expr, "format_time") == nullptr || expr.operands.size() != 2) return std::nullopt;
    const auto* format = std::get_if<check::Literal>(&expr.operands[1].node);
    const auto* text = format == nullptr ? nullptr : std::get_if<std::string>(&format->value);
    if (text == nullptr) return std::nullopt;
    if (*text == "HH24") return ClockUnit{3'600'000'000'000, 24};
    if (*text == "MI") return ClockUnit{60'000'000'000, 60};
    if (*text == "SS") return ClockUnit{1'000'000'000, 60};
    return std::nullopt;
}

}  // namespace domain::opal::sql
