#include "domain/opal/jmespath/evaluator.hpp"

#include <algorithm>
#include <utility>

namespace domain::opal::jmespath {
namespace {

using Kind = Node::Kind;

Value element(const Value& value, std::int64_t index) {
    const Array* elements = value.as_array();
    if (elements == nullptr) return {};
    const auto size = static_cast<std::int64_t>(elements->size());
    if (index < 0) index += size;
    return index >= 0 && index < size ? (*elements)[static_cast<std::size_t>(index)] : Value();
}

/// As in Python: omitted ends are those in the direction of the step, negative places count from the end.
Value slice(const Node& node, const Value& value) {
    const Array* elements = value.as_array();
    if (elements == nullptr) return {};
    const auto size = static_cast<std::int64_t>(elements->size());
    const std::int64_t step = node.step.value_or(1);
    const std::int64_t lowest = step > 0 ? 0 : -1;
    const auto place = [&](const std::optional<std::int64_t>& written, std::int64_t otherwise) {
        if (!written) return otherwise;
        return std::clamp<std::int64_t>(*written < 0 ? *written + size : *written, lowest, step > 0 ? size : size - 1);
    };
    const std::int64_t first = place(node.first, step > 0 ? 0 : size - 1);
    const std::int64_t last = place(node.last, step > 0 ? size : -1);
    Array taken;
    for (std::int64_t at = first; step > 0 ? at < last : at > last;) {
        taken.push_back((*elements)[static_cast<std::size_t>(at)]);
        if (__builtin_add_overflow(at, step, &at)) break;
    }
    return Value(std::move(taken));
}

Value flatten(const Value& value) {
    const Array* elements = value.as_array();
    if (elements == nullptr) return {};
    Array flat;
    for (const Value& each : *elements) {
        const Array* inner = each.as_array();
        if (inner != nullptr) flat.insert(flat.end(), inner->begin(), inner->end());
        else flat.push_back(each);
    }
    return Value(std::move(flat));
}

/// Null where the values have no order.
Value compare(TokenKind op, const Value& a, const Value& b) {
    if (op == TokenKind::kEqual) return Value(a == b);
    if (op == TokenKind::kNotEqual) return Value(!(a == b));
    if (a.as_number() == nullptr || b.as_number() == nullptr) return {};
    const double left = a.as_number()->value;
    const double right = b.as_number()->value;
    if (op == TokenKind::kLess) return Value(left < right);
    if (op == TokenKind::kLessEqual) return Value(left <= right);
    return Value(op == TokenKind::kGreater ? left > right : left >= right);
}

/// What child 1 gives for each of the values, without nulls.
Result project(const Node& node, const Array& values) {
    Array results;
    for (const Value& each : values) {
        if (node.kind == Kind::kFilterProjection) {
            const Result condition = evaluate(node.children[2], each);
            if (!condition) return std::nullopt;
            if (!condition->is_true()) continue;
        }
        Result result = evaluate(node.children[1], each);
        if (!result) return std::nullopt;
        if (!result->is_null()) results.push_back(std::move(*result));
    }
    return Value(std::move(results));
}

Result project_members(const Node& node, const Value& base) {
    const Object* members = base.as_object();
    if (members == nullptr) return Value();
    Array values;
    for (const auto& member : *members) values.push_back(member.second);
    return project(node, values);
}

Result make_list(const Node& node, const Value& value) {
    if (value.is_null()) return Value();
    Array elements;
    for (const Node& child : node.children) {
        Result element_value = evaluate(child, value);
        if (!element_value) return std::nullopt;
        elements.push_back(std::move(*element_value));
    }
    return Value(std::move(elements));
}

Result make_object(const Node& node, const Value& value) {
    const Result list = make_list(node, value);
    if (!list || list->is_null()) return list;
    Object members;
    for (std::size_t i = 0; i < node.names.size(); ++i) {
        const auto known = std::find_if(members.begin(), members.end(),
                                        [&](const auto& member) { return member.first == node.names[i]; });
        if (known != members.end()) known->second = (*list->as_array())[i];
        else members.emplace_back(node.names[i], (*list->as_array())[i]);
    }
    return Value(std::move(members));
}

Result call(const Node& node, const Value& value) {
    std::vector<Argument> arguments;
    for (const Node& child : node.children) {
        if (child.kind == Kind::kExpression) {
            arguments.push_back({Value(), &child.children.front()});
            continue;
        }
        Result argument = evaluate(child, value);
        if (!argument) return std::nullopt;
        arguments.push_back({std::move(*argument), nullptr});
    }
    return node.function->call(arguments, evaluate);
}

}  // namespace

Result evaluate(const Node& node, const Value& value) {
    switch (node.kind) {
        case Kind::kCurrent: return value;
        case Kind::kField: return value.member(node.name);
        case Kind::kIndex: return element(value, *node.first);
        case Kind::kSlice: return slice(node, value);
        case Kind::kLiteral: return node.literal;
        case Kind::kList: return make_list(node, value);
        case Kind::kObject: return make_object(node, value);
        case Kind::kCall: return call(node, value);
        case Kind::kExpression: return std::nullopt;
        default: break;
    }
    const Result first = evaluate(node.children.front(), value);
    if (!first) return std::nullopt;
    switch (node.kind) {
        case Kind::kChain: return evaluate(node.children[1], *first);
        case Kind::kProjection:
        case Kind::kFilterProjection: return first->as_array() == nullptr ? Value() : project(node, *first->as_array());
        case Kind::kValueProjection: return project_members(node, *first);
        case Kind::kFlatten: return flatten(*first);
        case Kind::kNot: return Value(!first->is_true());
        case Kind::kAnd: return first->is_true() ? evaluate(node.children[1], value) : first;
        case Kind::kOr: return first->is_true() ? first : evaluate(node.children[1], value);
        default: break;
    }
    const Result second = evaluate(node.children[1], value);
    if (!second) return std::nullopt;
    return compare(node.compare, *first, *second);
}

}  // namespace domain::opal::jmespath
