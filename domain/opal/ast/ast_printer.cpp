#include "domain/opal/ast/ast_printer.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

namespace domain::opal::ast {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // clang 14 does not deduce it for aggregates

std::string print_float(double value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string text(buffer, end);
    // A number without point or exponent would be read as an int64.
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return text;
}

std::string print_regex(const Regex& regex) {
    std::string result = "/";
    for (std::size_t i = 0; i < regex.pattern.size(); ++i) {
        const char c = regex.pattern[i];
        if (c == '/') result += '\\';
        result += c;
        if (c == '\\' && i + 1 < regex.pattern.size()) result += regex.pattern[++i];
    }
    return result + "/" + regex.flags;
}

std::string print_literal(const Literal& literal) {
    return std::visit(
        Overloaded{
            [](Null) { return std::string("null"); },
            [](bool value) { return std::string(value ? "true" : "false"); },
            [](std::int64_t value) { return std::to_string(value); },
            [](double value) { return print_float(value); },
            [](const std::string& value) { return quote(value); },
            [](DurationValue value) { return std::to_string(value.nanoseconds) + "ns"; },
            [](const Regex& value) { return print_regex(value); },
        },
        literal.value);
}

std::string print_arguments(const std::vector<Argument>& arguments) {
    std::string result;
    for (const Argument& argument : arguments) {
        if (!result.empty()) result += ", ";
        if (argument.name) result += quote(argument.name->text) + ":";
        result += print(argument.value);
    }
    return result;
}

std::string_view symbol(Operator op) {
    switch (op) {
        case Operator::kNegate: return "-";
        case Operator::kNot: return "not ";
        case Operator::kAdd: return "+";
        case Operator::kSubtract: return "-";
        case Operator::kMultiply: return "*";
        case Operator::kDivide: return "/";
        case Operator::kEqual: return "=";
        case Operator::kNotEqual: return "!=";
        case Operator::kLess: return "<";
        case Operator::kLessEqual: return "<=";
        case Operator::kGreater: return ">";
        case Operator::kGreaterEqual: return ">=";
        case Operator::kAnd: return "and";
        case Operator::kOr: return "or";
    }
    return "";
}

std::string print_operation(const Operation& operation, const std::vector<Expr>& operands) {
    if (operands.size() == 1) {
        const std::string operand = print(operands[0]);
        // A sign that touches a number belongs to it: `-(0)` is an operation, `-0` a literal.
        const bool is_number = std::holds_alternative<Literal>(operands[0].node);
        return "(" + std::string(symbol(operation.op)) + (is_number ? "(" + operand + ")" : operand) + ")";
    }
    std::string result = "(";
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i > 0) result += " " + std::string(symbol(operation.op)) + " ";
        result += print(operands[i]);
    }
    return result + ")";
}

std::string print_network(const Ipv4Network& network) {
    std::string result;
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        if (!result.empty()) result += '.';
        result += std::to_string((network.address >> shift) & 255U);
    }
    int bits = 0;
    for (std::uint32_t mask = network.mask; mask != 0; mask <<= 1U) ++bits;
    return result + "/" + std::to_string(bits);
}

std::string print_term(const SearchTerm& term) {
    std::string result = term.is_negated ? "-" : "";
    if (term.ends_text) result += '*';
    for (std::size_t i = 0; i < term.runs.size(); ++i) {
        if (i > 0) result += '*';
        result += quote(term.runs[i]);
    }
    if (term.starts_text || term.runs.empty()) result += '*';
    return result;
}

std::string print_match(const Match& match, const std::vector<Expr>& operands) {
    const std::string pattern = std::visit(
        Overloaded{
            [](const SearchTerms& terms) { return print(terms); },
            [](const Regex& regex) { return print_regex(regex); },
            [](const Ipv4Network& network) { return print_network(network); },
            [&](const TextPattern&) { return "(" + print(operands[1]) + ")"; },
        },
        match.pattern);
    return "(" + print(operands[0]) + (match.is_negated ? " !~ " : " ~ ") + pattern + ")";
}

std::string print_steps(const Path& path) {
    std::string result;
    for (const Path::Step& step : path.steps) {
        if (const auto* key = std::get_if<std::string>(&step.key)) {
            result += "." + quote(*key);
        } else {
            result += "[" + std::to_string(std::get<std::int64_t>(step.key)) + "]";
        }
    }
    return result;
}

}  // namespace

std::string quote(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': result += "\\\""; break;
            case '\\': result += "\\\\"; break;
            case '\n': result += "\\n"; break;
            case '\r': result += "\\r"; break;
            case '\t': result += "\\t"; break;
            default: result += c;
        }
    }
    return result + "\"";
}

std::string print(const SearchTerms& terms) {
    std::string result;
    for (const auto& group : terms.groups) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (!result.empty()) result += i > 0 ? " or " : " ";
            result += print_term(group[i]);
        }
    }
    return "<" + result + ">";
}

std::string print(const Expr& expr) {
    return std::visit(
        Overloaded{
            [](const Literal& literal) { return print_literal(literal); },
            [](const Identifier& identifier) { return identifier.name; },
            [](const DatasetReference& reference) {
                std::string result = "@";
                if (!reference.dataset.empty()) result += quote(reference.dataset);
                return reference.column ? result + "." + quote(reference.column->text) : result;
            },
            [](const Parameter& parameter) { return "$" + parameter.name; },
            [](const Tag& tag) { return "#" + tag.name; },
            [](const Link& link) { return "^" + quote(link.label); },
            [&](const Path& path) { return print(expr.operands[0]) + print_steps(path); },
            [](const Call& call) { return call.function.text + "(" + print_arguments(call.arguments) + ")"; },
            [&](const Operation& operation) { return print_operation(operation, expr.operands); },
            [&](const Match& match) { return print_match(match, expr.operands); },
            [](const Star&) { return std::string("*"); },
        },
        expr.node);
}

std::string print(const Statement& statement) {
    const std::string arguments = print_arguments(statement.arguments);
    return arguments.empty() ? statement.verb.text : statement.verb.text + " " + arguments;
}

std::string print(const Script& script) {
    std::string result;
    for (const Pipeline& pipeline : script.pipelines) {
        const bool is_plain = !pipeline.name && !pipeline.source;
        if (!is_plain) {
            result += (pipeline.name ? "@" + quote(pipeline.name->text) + " <- @" : "<- @");
            result += (pipeline.source ? quote(pipeline.source->text) : "") + " {\n";
        }
        for (const Statement& statement : pipeline.statements) {
            result += (is_plain ? "" : "  ") + print(statement);
            // Behind a bare verb a new line alone would make the next verb its argument.
            if (statement.arguments.empty() && &statement != &pipeline.statements.back()) result += " |";
            result += "\n";
        }
        if (!is_plain) result += "}\n";
    }
    return result;
}

}  // namespace domain::opal::ast
