#include "domain/opal/sql/expression_emitter.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "domain/catalog/json_text.hpp"
#include "domain/opal/plan/expression.hpp"
#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/function_templates.hpp"
#include "domain/opal/sql/special_calls.hpp"

namespace domain::opal::sql {

using check::Expr;
using check::Type;

std::string_view direction(bool is_descending, bool nulls_first) {
    if (is_descending) return nulls_first ? " DESC NULLS FIRST" : " DESC NULLS LAST";
    return nulls_first ? " ASC NULLS FIRST" : " ASC NULLS LAST";
}

std::string ExpressionEmitter::order_by(const std::vector<check::OrderKey>& keys) {
    std::string text;
    for (const check::OrderKey& key : keys) {
        text += text.empty() ? " ORDER BY " : ", ";
        text += column_name(key.column) + std::string(direction(key.is_descending, key.nulls_first));
    }
    return text;
}

std::string ExpressionEmitter::emit(const Expr& expr) const {
    struct Visitor {
        const ExpressionEmitter& emitter;
        const Expr& expr;

        std::string operator()(const check::Literal& node) const { return emitter.literal(node, expr.type); }
        std::string operator()(const check::ColumnRef& node) const { return column_name(node.column); }
        std::string operator()(const check::PathAccess& node) const {
            return "opalite_json_get(" + emitter.emit(expr.operands.front()) + ", " + quote_text(path_steps(node)) + ")";
        }
        std::string operator()(const check::Call& node) const { return emitter.call(expr, node); }
        std::string operator()(const check::Aggregate& node) const { return emitter.aggregate(expr, node, {}); }
        std::string operator()(const check::WindowCall& node) const { return emitter.window(expr, node); }
        std::string operator()(const check::SearchMatch& node) const { return emitter.search(expr, node); }
    };
    return std::visit(Visitor{*this, expr}, expr.node);
}

std::vector<std::string> ExpressionEmitter::emit_all(const std::vector<Expr>& exprs) const {
    std::vector<std::string> texts;
    for (const Expr& expr : exprs) texts.push_back(emit(expr));
    return texts;
}

std::string ExpressionEmitter::literal(const check::Literal& literal, Type type) const {
    struct Visitor {
        const ExpressionEmitter& emitter;
        Type type;

        // A parameter that is null would have no type.
        std::string operator()(const check::Null&) const { return null_of(type); }
        std::string operator()(bool value) const {
            if (type == Type::kVariant) return value ? "'true'" : "'false'";
            return value ? "true" : "false";
        }
        std::string operator()(std::int64_t value) const {
            if (type == Type::kVariant) return emitter.parameters_.add(std::to_string(value));
            if (type == Type::kFloat64 || type == Type::kNumeric) return (*this)(static_cast<double>(value));
            return emitter.parameters_.add(value);
        }
        std::string operator()(double value) const {
            if (type != Type::kVariant) return emitter.parameters_.add(value);
            std::string text;
            catalog::json_text::append_number(text, value);
            return emitter.parameters_.add(std::move(text));
        }
        std::string operator()(const std::string& value) const {
            if (type != Type::kVariant) return emitter.parameters_.add(value);
            std::string text;
            catalog::json_text::append_quoted(text, value);
            return emitter.parameters_.add(std::move(text));
        }
        std::string operator()(const check::DurationValue& value) const {
            return emitter.parameters_.add(value.nanoseconds);
        }
        std::string operator()(const check::Regex& regex) const { return emitter.parameters_.add(re2_pattern(regex)); }
    };
    return std::visit(Visitor{*this, type}, literal.value);
}

std::string ExpressionEmitter::call(const Expr& expr, const check::Call& call) const {
    if (is_special_scalar(call.function)) return special_call(expr, call);
    const FunctionTemplate* found = find_template(scalar_templates(), call.function, expr.operands);
    // The tests compare the function table with the templates: a function without SQL does not get here.
    if (found == nullptr) return null_of(expr.type);
    std::vector<std::string> operands;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
        const bool is_value = takes_json_text(call.function, i);
        operands.push_back(is_value ? json_text(expr.operands[i]) : emit(expr.operands[i]));
        // keep_nulls travels among texts.
        if (call.function == "make_object" && i == 0) operands.back() = "CAST(" + operands.back() + " AS VARCHAR)";
    }
    return fill(found->sql, operands);
}

namespace {

/// A column, and several texts that are no nulls.
bool is_column_among_texts(const std::vector<Expr>& operands) {
    const auto is_text = [](const Expr& expr) {
        const auto* literal = std::get_if<check::Literal>(&expr.node);
        return literal != nullptr && std::holds_alternative<std::string>(literal->value);
    };
    return operands.size() > 2 && operands.front().type == Type::kString &&
           std::holds_alternative<check::ColumnRef>(operands.front().node) && std::all_of(operands.begin() + 1, operands.end(), is_text);
}

/// DuckDB compares each row for IN, but calls a function once for each text of a dictionary; the bounds leave out row groups as
/// IN would.
std::string among_texts(const std::string& column, const std::string& list) {
    return "(list_contains([" + list + "], " + column + ") AND " + column + " >= least(" + list + ") AND " + column + " <= greatest(" + list + "))";
}

}  // namespace

std::string ExpressionEmitter::special_call(const Expr& expr, const check::Call& call) const {
    const std::vector<Expr>& operands = expr.operands;
    const std::string_view function = call.function;
    if (function == "op.and" || function == "op.or") {
        return "(" + join(emit_all(operands), function == "op.and" ? " AND " : " OR ") + ")";
    }
    if (function == "op.mul" || function == "op.div") {
        const std::string divisor = function == "op.mul" ? emit(operands[1]) : "nullif(" + emit(operands[1]) + ", 0)";
        const std::string value = "(" + emit(operands[0]) + (function == "op.mul" ? " * " : " / ") + divisor + ")";
        const bool is_whole = function == "op.mul" && type_name(operands[0].type) == "BIGINT" &&
                              type_name(operands[1].type) == "BIGINT";
        return expr.type == Type::kDuration && !is_whole ? "TRY_CAST(round(" + value + ") AS BIGINT)" : value;
    }
    if (function == "case") {
        std::string text = "CASE";
        for (std::size_t i = 0; i + 1 < operands.size(); i += 2) {
            text += " WHEN " + emit(operands[i]) + " THEN " + as_type(operands[i + 1], expr.type);
        }
        return text + " END";
    }
    if (function == "if") {
        return "CASE WHEN " + emit(operands[0]) + " THEN " + as_type(operands[1], expr.type) + " ELSE " +
               as_type(operands[2], expr.type) + " END";
    }
    if (function == "coalesce" || function == "if_null") {
        std::vector<std::string> values;
        for (const Expr& operand : operands) values.push_back(as_type(operand, expr.type));
        return "coalesce(" + join(values, ", ") + ")";
    }
    if (function == "in") {
        const std::vector<std::string> values = emit_all(operands);
        const std::string list = join({values.begin() + 1, values.end()}, ", ");
        return is_column_among_texts(operands) ? among_texts(values.front(), list) : "(" + values.front() + " IN (" + list + "))";
    }
    if (function == "int_div") {
        const bool is_whole = operands[0].type == Type::kInt64 && operands[1].type == Type::kInt64;
        const std::string dividend = emit(operands[0]);
        const std::string divisor = "nullif(" + emit(operands[1]) + ", 0)";
        if (is_whole) return "(" + dividend + " // " + divisor + ")";
        return "TRY_CAST(trunc(" + dividend + " / " + divisor + ") AS BIGINT)";
    }
    if (function == "avg") {
        // Added as doubles: the sum of two int64 may be none.
        std::vector<std::string> values = emit_all(operands);
        values.front() = "CAST(" + values.front() + " AS DOUBLE)";
        const std::string mean = "((" + join(values, " + ") + ") / " + std::to_string(operands.size()) + ")";
        return expr.type == Type::kDuration ? "TRY_CAST(round(" + mean + ") AS BIGINT)" : mean;
    }
    if (function == "max" || function == "min") {
        // greatest() and least() skip nulls; a fold does not, and writes each operand once.
        const std::string comparison = function == "max" ? "x > y" : "x < y";
        return "list_reduce([" + join(emit_all(operands), ", ") + "], lambda x, y: CASE WHEN x IS NULL OR y IS NULL THEN NULL WHEN " +
               comparison + " THEN x ELSE y END)";
    }
    if (function == "hash") return hash(operands);
    if (function == "plan.bucket") return bucket(expr);
    if (function == "plan.variant") return json_text(operands.front());
    if (function == "plan.rows") return rows(operands);
    // int64: the digits of a time's hour, minute or second need no text in between.
    if (const auto unit = clock_unit(operands.front())) {
        constexpr std::string_view kDay = "86400000000000";
        const std::string time = emit(operands.front().operands.front());
        return "(((" + time + " % " + std::string(kDay) + " + " + std::string(kDay) + ") % " + std::string(kDay) + ") // " +
               std::to_string(unit->nanoseconds) + " % " + std::to_string(unit->count) + ")";
    }
    const FunctionTemplate* found = find_template(scalar_templates(), function, operands);
    return found == nullptr ? null_of(expr.type) : fill(found->sql, emit_all(operands));
}

std::string ExpressionEmitter::rows(const std::vector<Expr>& operands) const {
    const auto fields = std::get<std::int64_t>(std::get<check::Literal>(operands.front().node).value);
    std::string text;
    for (std::size_t i = 1; i < operands.size();) {
        text += text.empty() ? "[{" : ", {";
        for (std::int64_t field = 1; field <= fields; ++field, ++i) {
            text += (field == 1 ? "f" : ", f") + std::to_string(field) + ": CAST(" + emit(operands[i]) + " AS " +
                    std::string(type_name(operands[i].type)) + ")";
        }
        text += "}";
    }
    return text + "]";
}

std::string ExpressionEmitter::bucket(const Expr& expr) const {
    const auto constant = [&](std::size_t i) {
        return std::get<std::int64_t>(std::get<check::Literal>(expr.operands[i].node).value);
    };
    std::string time = emit(expr.operands[0]);
    if (constant(2) != 0) time = "(" + time + " - " + std::to_string(constant(2)) + ")";
    const std::string size = std::to_string(constant(1));
    return constant(3) != 0 ? "(" + time + " // " + size + ")" : floor_divide(time, size);
}

/// The hash of the values: each is passed as a tag of its type and a text.
std::string ExpressionEmitter::hash(const std::vector<Expr>& operands) const {
    const auto tag = [](Type type) -> std::string {
        switch (type) {
            case Type::kString: return "'s'";
            case Type::kBool: return "'b'";
            case Type::kInt64: return "'i'";
            case Type::kFloat64:
            case Type::kNumeric: return "'f'";
            case Type::kTimestamp: return "'t'";
            case Type::kDuration: return "'d'";
            case Type::kIpv4: return "'a'";
            default: return "'j'";
        }
    };
    std::vector<std::string> values;
    for (const Expr& operand : operands) {
        values.push_back(tag(operand.type));
        const bool is_text = operand.type == Type::kString;
        values.push_back(is_text ? emit(operand) : json_text(operand));
    }
    return "opalite_hash(" + join(values, ", ") + ")";
}

std::string ExpressionEmitter::search(const Expr& expr, const check::SearchMatch& match) const {
    std::string text;
    for (const Expr& operand : expr.operands) {
        const std::string found = matches(emit(operand), operand, match);
        if (!match.any_field) {
            text = found;
            break;
        }
        text += (text.empty() ? "(" : " OR ") + ("coalesce(" + found + ", false)");
    }
    if (match.any_field) text = text.empty() ? "false" : text + ")";
    return match.is_negated ? "(NOT " + text + ")" : text;
}

std::string ExpressionEmitter::matches(const std::string& text, const Expr& operand,
                                       const check::SearchMatch& match) const {
    if (const auto* terms = std::get_if<check::SearchTerms>(&match.pattern)) {
        return "opalite_search(" + text + ", " + parameters_.add(encode_terms(*terms)) + ")";
    }
    if (const auto* regex = std::get_if<check::Regex>(&match.pattern)) {
        return "opalite_regex_match(" + text + ", " + parameters_.add(re2_pattern(*regex)) + ")";
    }
    const auto& network = std::get<check::Ipv4Network>(match.pattern);
    const std::string address = operand.type == Type::kIpv4 ? text : "opalite_ipv4(" + text + ")";
    return "((" + address + " & CAST(" + std::to_string(network.mask) + " AS UINTEGER)) = CAST(" +
           std::to_string(network.address) + " AS UINTEGER))";
}

/// The value as JSON text.
std::string ExpressionEmitter::json_text(const Expr& expr) const {
    const std::string value = emit(expr);
    switch (expr.type) {
        case Type::kString: return "opalite_json_quote(" + value + ")";
        case Type::kFloat64:
        case Type::kNumeric: return "opalite_json_number(" + value + ")";
        case Type::kBool:
        case Type::kInt64:
        case Type::kTimestamp:
        case Type::kDuration: return "CAST(" + value + " AS VARCHAR)";
        case Type::kIpv4: return "opalite_json_quote(opalite_ipv4_text(" + value + "))";
        default: return value;
    }
}

/// The value where `type` is expected: variants are JSON text, whatever comes.
std::string ExpressionEmitter::as_type(const Expr& expr, Type type) const {
    return type == Type::kVariant && expr.type != Type::kVariant ? json_text(expr) : emit(expr);
}

}  // namespace domain::opal::sql
