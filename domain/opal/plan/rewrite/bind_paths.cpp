#include <algorithm>
#include <optional>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: the value at a path of a scanned object, cast or bare, equals a column that the scan makes from whatever the
// segments have for that path. A column that was itself made from a path extends it. Steps behind the first index stay
// steps over the array's value.
namespace domain::opal::plan::rewrite {
namespace {

/// `column.steps…`
struct ColumnPath {
    ColumnId column;
    std::vector<check::PathAccess::Step> steps;
};

/// Reads an expression as a path over a column. Below a step, `object(x)` and `array(x)` are x: a step into anything else
/// finds nothing anyway.
std::optional<ColumnPath> as_path(const Expr& expr, bool below_step = false) {
    if (const ColumnId* column = as_column(expr)) return ColumnPath{*column, {}};
    if (const auto* access = std::get_if<check::PathAccess>(&expr.node)) {
        auto path = as_path(expr.operands.front(), true);
        if (path) path->steps.insert(path->steps.end(), access->steps.begin(), access->steps.end());
        return path;
    }
    const bool is_cast = as_call(expr, "object") != nullptr || as_call(expr, "array") != nullptr;
    return below_step && is_cast ? as_path(expr.operands.front(), true) : std::nullopt;
}

/// The leading keys of some steps.
std::vector<std::string> leading_keys(const std::vector<check::PathAccess::Step>& steps) {
    std::vector<std::string> keys;
    for (const auto& step : steps) {
        const auto* key = std::get_if<std::string>(&step);
        if (key == nullptr) break;
        keys.push_back(*key);
    }
    return keys;
}

Type type_of(Wanted wanted) {
    switch (wanted) {
        case Wanted::kString: return Type::kString;
        case Wanted::kInt64: return Type::kInt64;
        case Wanted::kFloat64: return Type::kFloat64;
        case Wanted::kBool:
        case Wanted::kExists: return Type::kBool;
        case Wanted::kObject: return Type::kObject;
        case Wanted::kArray: return Type::kArray;
        case Wanted::kVariant: return Type::kVariant;
    }
    return Type::kVariant;
}

std::optional<Wanted> wanted_by(const Expr& expr) {
    if (expr.operands.size() != 1) return std::nullopt;
    if (as_call(expr, "string") != nullptr) return Wanted::kString;
    if (as_call(expr, "int64") != nullptr) return Wanted::kInt64;
    if (as_call(expr, "float64") != nullptr) return Wanted::kFloat64;
    if (as_call(expr, "bool") != nullptr) return Wanted::kBool;
    if (as_call(expr, "object") != nullptr) return Wanted::kObject;
    if (as_call(expr, "array") != nullptr) return Wanted::kArray;
    if (as_call(expr, "is_null") != nullptr) return Wanted::kExists;
    return std::nullopt;
}

class PathBinder {
public:
    explicit PathBinder(check::ColumnIds& ids) : ids_(ids) {}

    void bind(Node& node) {
        if (node.inputs.empty()) return;
        for_each_expression(node, [&](Expr& expr) { bind(expr, node); });
        for (const NodePtr& input : node.inputs) bind(*input);
    }

private:
    /// Binds the paths of an expression of `node`.
    void bind(Expr& expr, Node& node) {
        if (const auto wanted = wanted_by(expr)) {
            if (bind_path(expr, expr.operands.front(), *wanted, node)) return;
        }
        if (std::holds_alternative<check::PathAccess>(expr.node)) {
            if (bind_path(expr, expr, Wanted::kVariant, node)) return;
        }
        for_each_child(expr, [&](Expr& child) { bind(child, node); });
    }

    /// Replaces `expr`, which wants the value of `operand`, when the operand is a path that a scan can answer.
    bool bind_path(Expr& expr, Expr& operand, Wanted wanted, Node& node) {
        const auto path = as_path(operand);
        if (!path) return false;
        const std::vector<std::string> keys = leading_keys(path->steps);
        if (keys.size() < path->steps.size()) return bind_array(operand, *path, keys, node) && &expr == &operand;
        const auto column = demand_below(node, path->column, keys, wanted);
        if (!column) return false;
        Expr reference = column_ref(*column, type_of(wanted));
        reference.span = expr.span;
        if (wanted == Wanted::kExists) reference = call("op.not", Type::kBool, {std::move(reference)});
        expr = std::move(reference);
        return true;
    }

    /// `a.b[0].c` becomes `array(a.b)` as a column, with `[0].c` left to do.
    bool bind_array(Expr& operand, const ColumnPath& path, const std::vector<std::string>& keys, Node& node) {
        if (keys.empty()) return false;
        const auto column = demand_below(node, path.column, keys, Wanted::kArray);
        if (!column) return false;
        check::PathAccess rest;
        rest.steps.assign(path.steps.begin() + static_cast<std::ptrdiff_t>(keys.size()), path.steps.end());
        operand.node = std::move(rest);
        operand.operands.clear();
        operand.operands.push_back(column_ref(*column, Type::kArray));
        return true;
    }

    /// A column of `node`'s output with the value at `keys` below `column`.
    std::optional<ColumnId> demand(Node& node, ColumnId column, const std::vector<std::string>& keys, Wanted wanted) {
        if (auto* scan = std::get_if<Scan>(&node.op)) return demand(*scan, column, keys, wanted);
        if (auto* project = std::get_if<Project>(&node.op)) return demand(*project, node.input(), column, keys, wanted);
        if (const auto* join = std::get_if<Join>(&node.op)) {
            // A row that a join fills with null has null at every path; but is_null() of it is asked for as `exists`.
            const bool hides_right = join->kind == Join::Kind::kSemi || join->kind == Join::Kind::kAnti;
            const bool fills = join->kind == Join::Kind::kLeft || join->kind == Join::Kind::kFull;
            if (fills && wanted == Wanted::kExists) return std::nullopt;
            if (hides_right) return demand(node.input(), column, keys, wanted);
            return demand_below(node, column, keys, wanted);
        }
        const bool makes_rows = std::holds_alternative<Aggregate>(node.op) || std::holds_alternative<FillBins>(node.op) ||
                                std::holds_alternative<Union>(node.op) || std::holds_alternative<Histogram>(node.op);
        return makes_rows ? std::nullopt : demand(node.input(), column, keys, wanted);
    }

    /// A column of one of the node's inputs.
    std::optional<ColumnId> demand_below(Node& node, ColumnId column, const std::vector<std::string>& keys,
                                         Wanted wanted) {
        for (const NodePtr& input : node.inputs) {
            if (const auto found = demand(*input, column, keys, wanted)) return found;
        }
        return std::nullopt;
    }

    std::optional<ColumnId> demand(Scan& scan, ColumnId column, const std::vector<std::string>& keys, Wanted wanted) {
        const auto base = std::find_if(scan.columns.begin(), scan.columns.end(),
                                       [&](const ScanColumn& each) { return each.id == column; });
        if (base == scan.columns.end()) return std::nullopt;
        const auto* stored = std::get_if<PathDemand>(&base->source);
        if (stored == nullptr || (stored->wanted != Wanted::kObject && stored->wanted != Wanted::kVariant)) {
            return std::nullopt;
        }
        // string(object(x)) is null for a scalar x, string(x) is not.
        if (keys.empty() && stored->wanted == Wanted::kObject && !stored->keys.empty()) return std::nullopt;
        PathDemand full = *stored;
        full.keys.insert(full.keys.end(), keys.begin(), keys.end());
        full.wanted = wanted;
        for (const ScanColumn& each : scan.columns) {
            const auto* same = std::get_if<PathDemand>(&each.source);
            if (same != nullptr && *same == full && each.type == type_of(wanted)) return each.id;
        }
        const ColumnId id = ids_.next();
        scan.columns.push_back({id, type_of(wanted), std::move(full)});
        return id;
    }

    std::optional<ColumnId> demand(Project& project, Node& input, ColumnId column,
                                   const std::vector<std::string>& keys, Wanted wanted) {
        const auto made = std::find_if(project.columns.begin(), project.columns.end(),
                                       [&](const Binding& binding) { return binding.column == column; });
        if (made == project.columns.end()) return std::nullopt;
        const auto path = as_path(made->value, !keys.empty());
        if (!path) return std::nullopt;
        std::vector<std::string> all = leading_keys(path->steps);
        if (all.size() < path->steps.size()) return std::nullopt;
        all.insert(all.end(), keys.begin(), keys.end());
        const auto found = demand(input, path->column, all, wanted);
        if (!found) return std::nullopt;
        const bool is_passed = std::any_of(project.columns.begin(), project.columns.end(),
                                           [&](const Binding& binding) { return binding.column == *found; });
        if (!is_passed) project.columns.push_back({*found, column_ref(*found, type_of(wanted))});
        return found;
    }

    check::ColumnIds& ids_;
};

}  // namespace

void bind_paths(Node& root, check::ColumnIds& ids) { PathBinder(ids).bind(root); }

}  // namespace domain::opal::plan::rewrite
