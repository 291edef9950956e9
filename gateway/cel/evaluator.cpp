#include <cctype>
#include <charconv>
#include <map>
#include <utility>

#include <re2/re2.h>

#include "gateway/cel/node.hpp"

namespace gateway::cel {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

Error fault(const std::string& what) { return Error(ErrorCode::kInvalidArgument, "expression: " + what); }
Error no_value() { return Error(ErrorCode::kNotFound, "no value"); }

bool has_no_value(const Result<Value>& result) { return !result && result.error().code() == ErrorCode::kNotFound; }

std::string ascii(std::string text, int (*change)(int)) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x80) c = static_cast<char>(change(static_cast<unsigned char>(c)));
    }
    return text;
}

Result<Value> size_of(const Value& value) {
    if (value.is_null()) return no_value();
    if (value.is_string()) return Value(static_cast<std::int64_t>(value.get_ref<const std::string&>().size()));
    if (value.is_array() || value.is_object()) return Value(static_cast<std::int64_t>(value.size()));
    return fault("size() needs a string or a list");
}

Result<Value> matches(const std::string& text, const std::string& pattern) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    const re2::RE2 regex(pattern, options);
    if (!regex.ok()) return fault("malformed regular expression: " + regex.error());
    return Value(re2::RE2::PartialMatch(text, regex));
}

Result<Value> to_int(const Value& value) {
    if (value.is_number()) return Value(value.get<std::int64_t>());
    if (!value.is_string()) return no_value();
    const auto& text = value.get_ref<const std::string&>();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return no_value();
    return Value(number);
}

bool are_ordered(const Value& a, const Value& b) {
    return (a.is_number() && b.is_number()) || (a.is_string() && b.is_string()) || (a.is_boolean() && b.is_boolean());
}

Result<Value> compare(const std::string& op, const Value& a, const Value& b) {
    if (op == "==") return Value(a == b);
    if (op == "!=") return Value(a != b);
    if (a.is_null() || b.is_null()) return no_value();
    if (!are_ordered(a, b)) return fault("\"" + op + "\" needs two numbers or two strings");
    if (op == "<") return Value(a < b);
    if (op == "<=") return Value(a <= b);
    if (op == ">") return Value(a > b);
    return Value(a >= b);
}

Result<Value> is_in(const Value& item, const Value& list) {
    if (list.is_null()) return no_value();
    if (list.is_object()) return Value(item.is_string() && list.contains(item.get_ref<const std::string&>()));
    if (!list.is_array()) return fault("\"in\" needs a list");
    for (const Value& each : list) {
        if (each == item) return Value(true);
    }
    return Value(false);
}

Result<Value> add(const std::string& op, const Value& a, const Value& b) {
    if (a.is_null() || b.is_null()) return no_value();
    if (op == "+" && a.is_string() && b.is_string()) return Value(a.get<std::string>() + b.get<std::string>());
    if (!a.is_number() || !b.is_number()) return fault("\"" + op + "\" needs two numbers");
    if (a.is_number_float() || b.is_number_float()) {
        return Value(op == "+" ? a.get<double>() + b.get<double>() : a.get<double>() - b.get<double>());
    }
    std::int64_t sum = 0;
    const bool overflows = op == "+" ? __builtin_add_overflow(a.get<std::int64_t>(), b.get<std::int64_t>(), &sum)
                                     : __builtin_sub_overflow(a.get<std::int64_t>(), b.get<std::int64_t>(), &sum);
    if (overflows) return fault("integer overflow");
    return Value(sum);
}

class Evaluator {
public:
    explicit Evaluator(const Value& variables) : variables_(variables) {}

    Result<Value> evaluate(const Node& node) {
        switch (node.kind) {
            case Node::Kind::kLiteral: return node.value;
            case Node::Kind::kName: return variable(node.name);
            case Node::Kind::kMember: return member(node);
            case Node::Kind::kIndex: return index(node);
            case Node::Kind::kCall: return call(node);
            case Node::Kind::kMethod: return method(node);
            case Node::Kind::kList: return list(node);
            case Node::Kind::kOperator: return apply(node);
            case Node::Kind::kConditional: return conditional(node);
        }
        return fault("unknown expression");
    }

private:
    Result<Value> variable(const std::string& name) {
        if (const auto bound = bound_.find(name); bound != bound_.end()) return bound->second;
        if (const auto found = variables_.find(name); found != variables_.end()) return *found;
        return fault("unknown name \"" + name + "\"");
    }

    Result<Value> member(const Node& node) {
        const auto object = evaluate(node.operands[0]);
        if (!object) return object;
        if (!object->is_object()) return object->is_null() ? Result<Value>(no_value()) : fault("no member \"" + node.name + "\"");
        const auto found = object->find(node.name);
        return found == object->end() ? Result<Value>(no_value()) : Result<Value>(*found);
    }

    Result<Value> index(const Node& node) {
        const auto list = evaluate(node.operands[0]);
        if (!list) return list;
        const auto at = evaluate(node.operands[1]);
        if (!at) return at;
        if (list->is_object() && at->is_string()) {
            const auto found = list->find(at->get_ref<const std::string&>());
            return found == list->end() ? Result<Value>(no_value()) : Result<Value>(*found);
        }
        if (!list->is_array() || !at->is_number_integer()) return list->is_null() ? Result<Value>(no_value()) : fault("cannot index");
        const auto place = at->get<std::int64_t>();
        if (place < 0 || static_cast<std::size_t>(place) >= list->size()) return no_value();
        return (*list)[static_cast<std::size_t>(place)];
    }

    Result<Value> list(const Node& node) {
        Value values = Value::array();
        for (const Node& operand : node.operands) {
            auto value = evaluate(operand);
            if (!value) return value;
            values.push_back(std::move(*value));
        }
        return values;
    }

    Result<Value> call(const Node& node) {
        if (node.operands.size() != 1) return fault("unknown function \"" + node.name + "\" with this number of arguments");
        const auto value = evaluate(node.operands[0]);
        if (node.name == "has") {
            if (value) return Value(!value->is_null());
            return has_no_value(value) ? Result<Value>(false) : value;
        }
        if (!value) return value;
        if (node.name == "size") return size_of(*value);
        if (node.name == "int") return to_int(*value);
        if (node.name == "string") return Value(value->is_string() ? value->get<std::string>() : value->dump());
        return fault("unknown function \"" + node.name + "\"");
    }

    Result<Value> method(const Node& node) {
        const auto receiver = evaluate(node.operands[0]);
        if (!receiver) return receiver;
        if (node.name == "exists" || node.name == "all") return quantify(node, *receiver);
        if (node.name == "size" && node.operands.size() == 1) return size_of(*receiver);
        if (receiver->is_null()) return no_value();
        if (!receiver->is_string()) return fault("\"" + node.name + "\" needs a string");
        const auto& text = receiver->get_ref<const std::string&>();
        if (node.name == "lowerAscii" && node.operands.size() == 1) return Value(ascii(text, &std::tolower));
        if (node.name == "upperAscii" && node.operands.size() == 1) return Value(ascii(text, &std::toupper));
        if (node.operands.size() != 2) return fault("unknown function \"" + node.name + "\" with this number of arguments");
        const auto argument = evaluate(node.operands[1]);
        if (!argument) return argument;
        if (!argument->is_string()) return fault("\"" + node.name + "\" needs a string as its argument");
        const auto& part = argument->get_ref<const std::string&>();
        if (node.name == "contains") return Value(text.find(part) != std::string::npos);
        if (node.name == "startsWith") return Value(text.starts_with(part));
        if (node.name == "endsWith") return Value(text.ends_with(part));
        if (node.name == "matches") return matches(text, part);
        return fault("unknown function \"" + node.name + "\"");
    }

    /// `list.exists(x, condition)`, `list.all(x, condition)`.
    Result<Value> quantify(const Node& node, const Value& list) {
        if (node.operands.size() != 3 || node.operands[1].kind != Node::Kind::kName) {
            return fault("\"" + node.name + "\" needs a name and a condition");
        }
        if (list.is_null()) return no_value();
        if (!list.is_array()) return fault("\"" + node.name + "\" needs a list");
        const bool stops_at = node.name == "exists";
        const std::string& name = node.operands[1].name;
        for (const Value& each : list) {
            bound_[name] = each;
            const auto condition = evaluate(node.operands[2]);
            bound_.erase(name);
            if (!condition && !has_no_value(condition)) return condition;
            const bool is_true = condition && *condition == true;
            if (is_true == stops_at) return Value(stops_at);
        }
        return Value(!stops_at);
    }

    Result<Value> apply(const Node& node) {
        if (node.name == "||" || node.name == "&&") return logic(node);
        const auto left = evaluate(node.operands[0]);
        if (!left) return left;
        if (node.name == "!") return left->is_boolean() ? Result<Value>(!left->get<bool>()) : fault("\"!\" needs a condition");
        if (node.name == "negate") return add("-", Value(0), *left);
        const auto right = evaluate(node.operands[1]);
        if (!right) return right;
        if (node.name == "in") return is_in(*left, *right);
        if (node.name == "+" || node.name == "-") return add(node.name, *left, *right);
        return compare(node.name, *left, *right);
    }

    /// One side that decides is enough, whatever the other one is.
    Result<Value> logic(const Node& node) {
        const bool decides = node.name == "||";
        const auto left = evaluate(node.operands[0]);
        if (!left && !has_no_value(left)) return left;
        if (left && !left->is_boolean()) return fault("\"" + node.name + "\" needs two conditions");
        if (left && left->get<bool>() == decides) return left;
        const auto right = evaluate(node.operands[1]);
        if (!right && !has_no_value(right)) return right;
        if (right && !right->is_boolean()) return fault("\"" + node.name + "\" needs two conditions");
        if (right && right->get<bool>() == decides) return right;
        return left ? right : left;
    }

    Result<Value> conditional(const Node& node) {
        const auto condition = evaluate(node.operands[0]);
        if (!condition) return condition;
        if (!condition->is_boolean()) return fault("\"?\" needs a condition");
        return evaluate(node.operands[condition->get<bool>() ? 1 : 2]);
    }

    const Value& variables_;
    std::map<std::string, Value> bound_;
};

}  // namespace

Result<Value> Expression::evaluate(const Value& variables) const { return Evaluator(variables).evaluate(*root_); }

Result<bool> Expression::holds(const Value& variables) const {
    const auto value = evaluate(variables);
    if (has_no_value(value)) return false;
    if (!value) return value.error();
    if (!value->is_boolean()) return fault("the filter is no condition");
    return value->get<bool>();
}

}  // namespace gateway::cel
