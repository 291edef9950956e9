#include "domain/opal/plan/explain.hpp"

#include <array>
#include <sstream>
#include <utility>

#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kInfix{{
    {"op.add", " + "}, {"op.sub", " - "}, {"op.mul", " * "}, {"op.div", " / "}, {"op.eq", " = "}, {"op.ne", " != "},
    {"op.lt", " < "}, {"op.lte", " <= "}, {"op.gt", " > "}, {"op.gte", " >= "}, {"op.and", " and "}, {"op.or", " or "},
}};

std::string_view name_of(FixedColumn column) {
    switch (column) {
        case FixedColumn::kTimestamp: return "ts";
        case FixedColumn::kKind: return "kind";
        case FixedColumn::kBundle: return "bundle";
        case FixedColumn::kIndex: return "idx";
        case FixedColumn::kDatastream: return "datastream";
        case FixedColumn::kToken: return "token";
    }
    return "ts";
}

std::string_view name_of(Wanted wanted) {
    switch (wanted) {
        case Wanted::kString: return "string";
        case Wanted::kInt64: return "int64";
        case Wanted::kFloat64: return "float64";
        case Wanted::kBool: return "bool";
        case Wanted::kObject: return "object";
        case Wanted::kArray: return "array";
        case Wanted::kVariant: return "";
        case Wanted::kExists: return "exists";
    }
    return "";
}

std::string name_of(const ColumnSource& source) {
    if (const auto* fixed = std::get_if<FixedColumn>(&source)) return std::string(name_of(*fixed));
    const auto& path = std::get<PathDemand>(source);
    std::string text = path.base == catalog::PathBase::kFields ? "FIELDS" : "EXTRA";
    for (const std::string& key : path.keys) text += "." + key;
    const bool is_whole = path.keys.empty() && path.wanted == Wanted::kObject;
    return path.wanted == Wanted::kVariant || is_whole ? text : std::string(name_of(path.wanted)) + "(" + text + ")";
}

class Explainer {
public:
    explicit Explainer(ColumnNames names) : names_(std::move(names)) {}

    std::string explain(const Plan& plan) {
        for (const Scan* scan : scans(*plan.root)) {
            for (const ScanColumn& column : scan->columns) names_[column.id] = name_of(column.source);
        }
        print(*plan.root, 0);
        return std::move(text_);
    }

private:
    void print(const Node& node, std::size_t depth) {
        text_ += std::string(2 * depth, ' ');
        std::visit([&](const auto& op) { print(op); }, node.op);
        text_ += '\n';
        for (const NodePtr& input : node.inputs) print(*input, depth + 1);
    }
    void print(const Scan& scan) {
        text_ += "scan " + scan.name + " [";
        for (std::size_t i = 0; i < scan.columns.size(); ++i) text_ += (i == 0 ? "" : ", ") + name(scan.columns[i].id);
        text_ += "]";
        for (std::size_t i = 0; i < scan.filters.size(); ++i) {
            text_ += (i == 0 ? " where " : " and ") + print(scan.filters[i]);
        }
        if (scan.bound) print(*scan.bound);
    }
    void print(const Filter& filter) {
        text_ += "filter";
        for (std::size_t i = 0; i < filter.conjuncts.size(); ++i) {
            text_ += (i == 0 ? " " : " and ") + print(filter.conjuncts[i]);
        }
    }
    void print(const Project& project) {
        text_ += "project";
        for (const Binding& binding : project.columns) print(binding, " ");
    }
    void print(const Aggregate& aggregate) {
        text_ += "aggregate group=[";
        for (std::size_t i = 0; i < aggregate.keys.size(); ++i) print(aggregate.keys[i], i == 0 ? "" : ", ");
        text_ += "]";
        for (const Binding& binding : aggregate.aggregates) print(binding, " ");
    }
    void print(const SpreadBins& spread) {
        text_ += "spread_bins " + name(spread.bucket) + " size=" + std::to_string(spread.grid.size_ns) + "ns";
        if (spread.frame) {
            text_ += " back=" + std::to_string(spread.frame->back_ns) + "ns ahead=" +
                     std::to_string(spread.frame->ahead_ns) + "ns";
        }
    }
    void print(const FillBins& fill) {
        text_ += "fill_bins " + name(fill.bucket) + " group=[";
        for (std::size_t i = 0; i < fill.keys.size(); ++i) text_ += (i == 0 ? "" : ", ") + name(fill.keys[i]);
        text_ += "]";
        if (fill.ahead) text_ += " ahead=" + std::to_string(*fill.ahead);
    }
    void print(const Unnest& unnest) {
        text_ += "unnest " + print(unnest.list) + " as";
        for (const Unnest::Field& field : unnest.fields) text_ += " " + name(field.column.id);
    }
    void print(const Join& join) {
        constexpr std::array<std::string_view, 5> kKinds{"inner", "left", "full", "semi", "anti"};
        text_ += std::string(kKinds[static_cast<std::size_t>(join.kind)]) + " join";
        for (std::size_t i = 0; i < join.conjuncts.size(); ++i) {
            text_ += (i == 0 ? " on " : " and ") + print(join.conjuncts[i]);
        }
    }
    void print(const Union& all) {
        text_ += "union [";
        for (std::size_t i = 0; i < all.columns.size(); ++i) text_ += (i == 0 ? "" : ", ") + name(all.columns[i].id);
        text_ += "]";
    }
    void print(const Histogram& histogram) {
        text_ += "histogram " + name(histogram.value) + " bins=" + std::to_string(histogram.bins) + " group=[";
        for (std::size_t i = 0; i < histogram.keys.size(); ++i) text_ += (i == 0 ? "" : ", ") + name(histogram.keys[i].id);
        text_ += "]";
    }
    void print(const Sort& sort) { text_ += "sort" + print(sort.keys); }
    void print(const Limit& limit) {
        text_ += limit.bound.keys.empty() ? "" : "top";
        print(limit.bound);
        if (text_.ends_with(" ")) text_.pop_back();
    }
    void print(const RowBound& bound) {
        text_ += " limit " + std::to_string(bound.count);
        if (!bound.keys.empty()) text_ += " by" + print(bound.keys);
    }
    void print(const Binding& binding, std::string_view before) {
        const ColumnId* same = as_column(binding.value);
        text_ += before;
        if (same == nullptr || *same != binding.column) text_ += name(binding.column) + "=";
        text_ += print(binding.value);
    }

    std::string print(const std::vector<OrderKey>& keys) {
        std::string text;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            text += (i == 0 ? " " : ", ") + name(keys[i].column) + (keys[i].is_descending ? " desc" : "");
            if (keys[i].nulls_first != keys[i].is_descending) text += keys[i].nulls_first ? " nulls first" : " nulls last";
        }
        return text;
    }

    std::string print(const Expr& expr) {
        if (const ColumnId* column = as_column(expr)) return name(*column);
        if (const auto* literal = std::get_if<check::Literal>(&expr.node)) return print(*literal);
        if (const auto* path = std::get_if<check::PathAccess>(&expr.node)) {
            std::string text = print(expr.operands.front());
            for (const auto& step : path->steps) {
                const auto* key = std::get_if<std::string>(&step);
                text += key != nullptr ? "." + *key : "[" + std::to_string(std::get<std::int64_t>(step)) + "]";
            }
            return text;
        }
        if (const auto* aggregate = std::get_if<check::Aggregate>(&expr.node)) {
            return print_call(aggregate->function, expr.operands);
        }
        if (const auto* window = std::get_if<check::WindowCall>(&expr.node)) return print(*window, expr.operands);
        if (const auto* match = std::get_if<check::SearchMatch>(&expr.node)) return print(*match, expr.operands);
        const std::string_view function = std::get<check::Call>(expr.node).function;
        for (const auto& [operation, symbol] : kInfix) {
            if (operation == function) return "(" + list(expr.operands, symbol) + ")";
        }
        return print_call(function.starts_with("op.") ? function.substr(3) : function, expr.operands);
    }

    std::string print_call(std::string_view function, const std::vector<Expr>& operands) {
        return std::string(function) + "(" + list(operands, ", ") + ")";
    }

    std::string print(const check::WindowCall& window, const std::vector<Expr>& operands) {
        std::string text = print_call(window.function, operands) + " over (";
        if (!window.partition_by.empty()) text += "by " + list(window.partition_by, ", ");
        for (std::size_t i = 0; i < window.order_by.size(); ++i) {
            text += (i == 0 ? " order " : ", ") + print(window.order_by[i].value) +
                    (window.order_by[i].is_descending ? " desc" : "");
        }
        if (window.frame) {
            const std::string unit = window.frame->unit == check::WindowFrame::Unit::kTime ? "ns" : " rows";
            text += " back=" + (window.frame->back ? std::to_string(*window.frame->back) + unit : "all") +
                    " ahead=" + (window.frame->ahead ? std::to_string(*window.frame->ahead) + unit : "all");
        }
        return text + ")";
    }

    std::string list(const std::vector<Expr>& exprs, std::string_view separator) {
        std::string text;
        for (std::size_t i = 0; i < exprs.size(); ++i) {
            if (i > 0) text += separator;
            text += print(exprs[i]);
        }
        return text;
    }

    std::string print(const check::SearchMatch& match, const std::vector<Expr>& operands) {
        std::string text = "(" + list(operands, " or ") + (match.is_negated ? " !~ " : " ~ ");
        if (const auto* regex = std::get_if<check::Regex>(&match.pattern)) {
            return text + "/" + regex->pattern + "/" + regex->flags + ")";
        }
        if (std::holds_alternative<check::Ipv4Network>(match.pattern)) return text + "network)";
        for (const auto& group : std::get<check::SearchTerms>(match.pattern).groups) {
            text += '<';
            for (std::size_t i = 0; i < group.size(); ++i) {
                if (i > 0) text += " or ";
                if (group[i].is_negated) text += '-';
                for (std::size_t j = 0; j < group[i].runs.size(); ++j) text += (j == 0 ? "" : "*") + group[i].runs[j];
            }
            text += '>';
        }
        return text + ")";
    }

    static std::string print(const check::Literal& literal) {
        struct Visitor {
            std::string operator()(const check::Null&) const { return "null"; }
            std::string operator()(bool value) const { return value ? "true" : "false"; }
            std::string operator()(std::int64_t value) const { return std::to_string(value); }
            std::string operator()(double value) const {
                std::ostringstream text;
                text << value;
                return text.str();
            }
            std::string operator()(const std::string& value) const { return '"' + value + '"'; }
            std::string operator()(const check::DurationValue& value) const {
                return std::to_string(value.nanoseconds) + "ns";
            }
            std::string operator()(const check::Regex& regex) const {
                return "/" + regex.pattern + "/" + regex.flags;
            }
        };
        return std::visit(Visitor{}, literal.value);
    }

    const std::string& name(ColumnId column) {
        auto& name = names_[column];
        if (name.empty()) name = "$" + std::to_string(++unnamed_);
        return name;
    }

    ColumnNames names_;
    int unnamed_ = 0;
    std::string text_;
};

}  // namespace

void add_names(ColumnNames& names, const check::DatasetState& state) {
    for (const check::Column& column : state.columns) names.emplace(column.id, column.name);
}

void add_names(ColumnNames& names, const check::Script& script) {
    for (const check::Pipeline& pipeline : script.pipelines) {
        add_names(names, pipeline.input);
        for (const check::Statement& statement : pipeline.statements) add_names(names, statement.output);
    }
}

std::string explain(const Plan& plan, const ColumnNames& names) { return Explainer(names).explain(plan); }

}  // namespace domain::opal::plan
