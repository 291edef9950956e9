#include "domain/opal/plan/expression.hpp"

#include <algorithm>
#include <utility>

namespace domain::opal::plan {

Expr column_ref(ColumnId column, Type type) {
    Expr expr;
    expr.type = type;
    expr.node = check::ColumnRef{column};
    return expr;
}

Expr int_literal(std::int64_t value, Type type) {
    Expr expr;
    expr.type = type;
    expr.node = check::Literal{value};
    return expr;
}

Expr text_literal(std::string text) {
    Expr expr;
    expr.type = Type::kString;
    expr.node = check::Literal{std::move(text)};
    return expr;
}

Expr null_literal(Type type) {
    Expr expr;
    expr.type = type;
    expr.node = check::Literal{check::Null{}};
    return expr;
}

Expr all_of(std::vector<Expr> conjuncts) {
    if (conjuncts.size() == 1) return std::move(conjuncts.front());
    if (!conjuncts.empty()) return call("op.and", Type::kBool, std::move(conjuncts));
    Expr expr;
    expr.type = Type::kBool;
    expr.node = check::Literal{true};
    return expr;
}

Expr call(std::string_view function, Type type, std::vector<Expr> operands) {
    Expr expr;
    expr.type = type;
    expr.node = check::Call{function};
    expr.operands = std::move(operands);
    return expr;
}

Expr binary(std::string_view function, Type type, Expr left, Expr right) {
    std::vector<Expr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return call(function, type, std::move(operands));
}

Expr test(std::string_view function, Expr left, Expr right) {
    return binary(function, Type::kBool, std::move(left), std::move(right));
}

const ColumnId* as_column(const Expr& expr) {
    const auto* reference = std::get_if<check::ColumnRef>(&expr.node);
    return reference == nullptr ? nullptr : &reference->column;
}

bool is_literal(const Expr& expr) { return std::holds_alternative<check::Literal>(expr.node); }

bool is_null_literal(const Expr& expr) {
    const auto* literal = std::get_if<check::Literal>(&expr.node);
    return literal != nullptr && std::holds_alternative<check::Null>(literal->value);
}

const check::Call* as_call(const Expr& expr, std::string_view function) {
    const auto* found = std::get_if<check::Call>(&expr.node);
    return found != nullptr && found->function == function ? found : nullptr;
}

namespace {

template <class AnyExpr, class Visit>
void visit_children(AnyExpr& expr, const Visit& visit) {
    if (auto* aggregate = std::get_if<check::Aggregate>(&expr.node)) {
        for (auto& key : aggregate->order_by) visit(key.value);
    } else if (auto* window = std::get_if<check::WindowCall>(&expr.node)) {
        for (auto& value : window->partition_by) visit(value);
        for (auto& key : window->order_by) visit(key.value);
    }
    for (auto& operand : expr.operands) visit(operand);
}

}  // namespace

void for_each_child(Expr& expr, const std::function<void(Expr&)>& visit) { visit_children(expr, visit); }
void for_each_child(const Expr& expr, const std::function<void(const Expr&)>& visit) { visit_children(expr, visit); }

void for_each_column(const Expr& expr, const std::function<void(ColumnId)>& visit) {
    if (const ColumnId* column = as_column(expr)) visit(*column);
    visit_children(expr, [&](const Expr& child) { for_each_column(child, visit); });
}

void for_each_column(Expr& expr, const std::function<void(ColumnId&)>& visit) {
    if (auto* reference = std::get_if<check::ColumnRef>(&expr.node)) visit(reference->column);
    visit_children(expr, [&](Expr& child) { for_each_column(child, visit); });
}

bool is_volatile(const Expr& expr) {
    bool found = as_call(expr, "uniform") != nullptr || as_call(expr, "zipf") != nullptr;
    visit_children(expr, [&](const Expr& child) { found = found || is_volatile(child); });
    return found;
}

bool has_window(const Expr& expr) {
    if (std::holds_alternative<check::WindowCall>(expr.node)) return true;
    bool found = false;
    visit_children(expr, [&](const Expr& child) { found = found || has_window(child); });
    return found;
}

bool has_window(const Node& node) {
    bool found = false;
    for_each_expression(node, [&](const Expr& expr) { found = found || has_window(expr); });
    return found;
}

std::set<ColumnId> columns_of(const Expr& expr) {
    std::set<ColumnId> columns;
    for_each_column(expr, [&](ColumnId column) { columns.insert(column); });
    return columns;
}

void substitute(Expr& expr, const std::map<ColumnId, Expr>& replacements) {
    if (const ColumnId* column = as_column(expr)) {
        if (const auto found = replacements.find(*column); found != replacements.end()) {
            Expr replacement = found->second;
            expr = std::move(replacement);
        }
        return;
    }
    visit_children(expr, [&](Expr& child) { substitute(child, replacements); });
}

std::size_t depth(const Expr& expr) {
    std::size_t deepest = 0;
    visit_children(expr, [&](const Expr& child) { deepest = std::max(deepest, depth(child)); });
    return deepest + 1;
}

std::vector<Expr> split_conjuncts(Expr predicate) {
    if (as_call(predicate, "op.and") == nullptr) {
        std::vector<Expr> single;
        single.push_back(std::move(predicate));
        return single;
    }
    std::vector<Expr> conjuncts;
    for (Expr& operand : predicate.operands) {
        for (Expr& conjunct : split_conjuncts(std::move(operand))) conjuncts.push_back(std::move(conjunct));
    }
    return conjuncts;
}

namespace {

template <class AnyNode, class Visit>
void visit_expressions(AnyNode& node, const Visit& visit) {
    if (auto* scan = std::get_if<Scan>(&node.op)) {
        for (auto& filter : scan->filters) visit(filter);
    } else if (auto* filter = std::get_if<Filter>(&node.op)) {
        for (auto& conjunct : filter->conjuncts) visit(conjunct);
    } else if (auto* project = std::get_if<Project>(&node.op)) {
        for (auto& binding : project->columns) visit(binding.value);
    } else if (auto* aggregate = std::get_if<Aggregate>(&node.op)) {
        for (auto& binding : aggregate->keys) visit(binding.value);
        for (auto& binding : aggregate->aggregates) visit(binding.value);
    } else if (auto* join = std::get_if<Join>(&node.op)) {
        for (auto& conjunct : join->conjuncts) visit(conjunct);
    } else if (auto* unnest = std::get_if<Unnest>(&node.op)) {
        visit(unnest->list);
    }
}

}  // namespace

void for_each_expression(Node& node, const std::function<void(Expr&)>& visit) { visit_expressions(node, visit); }
void for_each_expression(const Node& node, const std::function<void(const Expr&)>& visit) {
    visit_expressions(node, visit);
}

}  // namespace domain::opal::plan
