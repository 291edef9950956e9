#include "domain/opal/sql/emitter.hpp"

#include <set>
#include <string>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/sql/common_levels.hpp"
#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/expression_emitter.hpp"
#include "domain/opal/sql/histogram.hpp"
#include "domain/opal/sql/scan_emitter.hpp"
#include "domain/opal/sql/special_calls.hpp"
#include "domain/opal/sql/time_bins.hpp"

namespace domain::opal::sql {
namespace {

/// Where a SELECT reads from: `FROM` and `WHERE` in one text.
using Source = std::string;

class Emitter {
public:
    explicit Emitter(std::span<const std::vector<catalog::Segment>> segments)
        : segments_(segments), expressions_(parameters_) {}

    Statement emit(const plan::Plan& plan) {
        const plan::Node* root = plan.root.get();
        std::string order;
        std::vector<check::OrderKey> keys;
        if (const auto* sort = std::get_if<plan::Sort>(&root->op)) {
            keys = sort->keys;
            root = &root->input();
        }
        const Source input = source(*root);
        for (check::OrderKey& key : keys) key.column = levels_.present(key.column);
        std::vector<std::string> columns;
        for (const check::Column& column : plan.output) columns.push_back(column_name(levels_.present(column.id)));
        const std::string body = "SELECT " + list(columns) + input + ExpressionEmitter::order_by(keys);
        const std::string levels = levels_.text(body);
        return {levels.empty() ? body : levels + "\n" + body, parameters_.take()};
    }

private:
    /// The node's rows; a Filter needs no level of its own.
    Source source(const plan::Node& node) {
        if (!std::holds_alternative<plan::Filter>(node.op)) return " FROM " + relation(node);
        const std::string input = relation(node.input());
        plan::Node filter = present(node);
        std::vector<std::string> conjuncts;
        for (const check::Expr& conjunct : std::get<plan::Filter>(filter.op).conjuncts) {
            conjuncts.push_back(expressions_.emit(conjunct));
        }
        return " FROM " + input + " WHERE " + join(conjuncts, " AND ");
    }

    /// Adds the node as a level and returns the level's name.
    std::string relation(const plan::Node& node) {
        if (const auto* join = std::get_if<plan::Join>(&node.op)) return join_level(*join, node);
        // These read whole levels, with conditions of their own.
        const bool reads_levels =
            std::holds_alternative<plan::Union>(node.op) || std::holds_alternative<plan::Filter>(node.op);
        std::vector<Source> inputs;
        for (const plan::NodePtr& input : node.inputs) {
            inputs.push_back(reads_levels ? " FROM " + relation(*input) : source(*input));
        }
        const plan::Node own = present(node);
        const std::string select = std::visit([&](const auto& op) { return this->select(op, node, inputs); }, own.op);
        return levels_.add(select, own_columns(node), std::holds_alternative<plan::Scan>(node.op));
    }

    /// The node without its inputs, its columns under the names that the levels below have.
    plan::Node present(const plan::Node& node) const {
        plan::Node own;
        own.op = node.op;
        plan::rename_columns(own, [&](check::ColumnId column) { return levels_.present(column); });
        return own;
    }

    /// The columns that the node makes.
    static std::vector<check::ColumnId> own_columns(const plan::Node& node) {
        std::set<check::ColumnId> passed;
        for (const plan::NodePtr& input : node.inputs) {
            for (const plan::Column& column : plan::output_columns(*input)) passed.insert(column.id);
        }
        std::vector<check::ColumnId> own;
        for (const plan::Column& column : plan::output_columns(node)) {
            if (!passed.contains(column.id)) own.push_back(column.id);
        }
        return own;
    }

    std::string select(const plan::Scan& scan, const plan::Node&, const std::vector<Source>&) {
        return emit_scan(scan, segments_[scans_++], expressions_, parameters_);
    }
    std::string select(const plan::Filter& filter, const plan::Node&, const std::vector<Source>& inputs) {
        std::vector<std::string> conjuncts;
        for (const check::Expr& conjunct : filter.conjuncts) conjuncts.push_back(expressions_.emit(conjunct));
        return "SELECT *" + inputs.front() + " WHERE " + join(conjuncts, " AND ");
    }
    std::string select(const plan::Project& project, const plan::Node&, const std::vector<Source>& inputs) {
        return "SELECT " + list(bindings(project.columns)) + inputs.front();
    }
    std::string select(const plan::Aggregate& aggregate, const plan::Node&, const std::vector<Source>& inputs) {
        std::vector<std::string> columns = bindings(aggregate.keys);
        for (std::string& column : bindings(aggregate.aggregates)) columns.push_back(std::move(column));
        // By position: a constant or a parameter as a key would otherwise be read as something else.
        std::string group;
        for (std::size_t i = 0; i < aggregate.keys.size(); ++i) {
            group += (i == 0 ? " GROUP BY " : ", ") + std::to_string(i + 1);
        }
        // Without keys and aggregates there is still exactly one row.
        if (columns.empty()) return "SELECT count(*) AS v_" + inputs.front();
        return "SELECT " + list(columns) + inputs.front() + group;
    }
    std::string select(const plan::SpreadBins& spread, const plan::Node&, const std::vector<Source>& inputs) {
        return "SELECT *, " + spread_bins(spread, parameters_) + " AS " + column_name(spread.bucket) + inputs.front();
    }
    std::string select(const plan::FillBins& fill, const plan::Node& node, const std::vector<Source>& inputs) {
        std::vector<check::ColumnId> columns;
        for (const plan::Column& column : plan::output_columns(node.input())) columns.push_back(levels_.present(column.id));
        return fill_bins(fill, levels_.add_shared("SELECT *" + inputs.front()), columns);
    }
    std::string select(const plan::Unnest& unnest, const plan::Node&, const std::vector<Source>& inputs) {
        std::string columns = "* EXCLUDE (u_)";
        for (const plan::Unnest::Field& field : unnest.fields) {
            columns += ", u_." + std::string(field.name) + " AS " + column_name(field.column.id);
        }
        return "SELECT " + columns + " FROM (SELECT *, unnest(" + expressions_.emit(unnest.list) + ") AS u_" +
               inputs.front() + ")";
    }
    std::string select(const plan::Join&, const plan::Node&, const std::vector<Source>&) { return {}; }
    std::string select(const plan::Union& all, const plan::Node&, const std::vector<Source>& inputs) {
        std::vector<std::string> branches;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            std::vector<std::string> columns;
            for (std::size_t k = 0; k < all.columns.size(); ++k) {
                columns.push_back(column_name(all.sources[i][k]) + " AS " + column_name(all.columns[k].id));
            }
            branches.push_back("SELECT " + list(columns) + inputs[i]);
        }
        return join(branches, " UNION ALL ");
    }
    std::string select(const plan::Histogram& histogram, const plan::Node&, const std::vector<Source>& inputs) {
        return histogram_select(histogram, levels_.add_shared("SELECT *" + inputs.front()));
    }
    std::string select(const plan::Sort&, const plan::Node&, const std::vector<Source>& inputs) {
        return "SELECT *" + inputs.front();
    }
    // The count is no parameter: DuckDB keeps only the top rows of an order when it knows their number as it plans.
    std::string select(const plan::Limit& limit, const plan::Node&, const std::vector<Source>& inputs) {
        return "SELECT *" + inputs.front() + ExpressionEmitter::order_by(limit.bound.keys) + " LIMIT " +
               std::to_string(limit.bound.count);
    }

    /// Both inputs may be one level, whose columns then need other names on one side.
    std::string join_level(const plan::Join& join, const plan::Node& node) {
        const std::string left = relation(node.input());
        std::string right = relation(*node.inputs[1]);
        std::vector<check::ColumnId> own;
        std::vector<std::string> renamed;
        for (const plan::Column& column : plan::output_columns(*node.inputs[1])) {
            const check::ColumnId shown = levels_.present(column.id);
            renamed.push_back(column_name(shown) + (shown == column.id ? "" : " AS " + column_name(column.id)));
            if (shown == column.id) continue;
            levels_.restore(column.id);
            own.push_back(column.id);
        }
        if (!own.empty()) right = "(SELECT " + list(renamed) + " FROM " + right + ")";
        const plan::Node presented = present(node);
        std::vector<std::string> conjuncts;
        for (const check::Expr& conjunct : std::get<plan::Join>(presented.op).conjuncts) {
            conjuncts.push_back(expressions_.emit(conjunct));
        }
        const std::string on = conjuncts.empty() ? "true" : sql::join(conjuncts, " AND ");
        return levels_.add(join_select(join.kind, left, right, on), own, false);
    }

    static std::string join_select(plan::Join::Kind kind, const std::string& left, const std::string& right,
                                   const std::string& on) {
        const std::string partner = " (SELECT 1 FROM " + right + " AS r WHERE " + on + ")";
        if (kind == plan::Join::Kind::kSemi) return "SELECT * FROM " + left + " WHERE EXISTS" + partner;
        if (kind == plan::Join::Kind::kAnti) return "SELECT * FROM " + left + " WHERE NOT EXISTS" + partner;
        const std::string word = kind == plan::Join::Kind::kInner  ? " JOIN "
                                 : kind == plan::Join::Kind::kLeft ? " LEFT JOIN "
                                                                   : " FULL JOIN ";
        return "SELECT * FROM " + left + " AS l" + word + right + " AS r ON " + on;
    }

    std::vector<std::string> bindings(const std::vector<check::Binding>& bindings) const {
        std::vector<std::string> columns;
        for (const check::Binding& binding : bindings) {
            const std::string value = expressions_.emit(binding.value);
            const std::string name = column_name(binding.column);
            columns.push_back(value == name ? value : value + " AS " + name);
        }
        return columns;
    }

    static std::string list(const std::vector<std::string>& columns) {
        return columns.empty() ? "1 AS v_" : join(columns, ", ");
    }

    std::span<const std::vector<catalog::Segment>> segments_;
    std::size_t scans_ = 0;
    Parameters parameters_;
    ExpressionEmitter expressions_;
    CommonLevels levels_;
};

}  // namespace

Statement emit(const plan::Plan& plan, std::span<const std::vector<catalog::Segment>> segments) {
    return Emitter(segments).emit(plan);
}

}  // namespace domain::opal::sql
