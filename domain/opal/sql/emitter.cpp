#include "domain/opal/sql/emitter.hpp"

#include <string>
#include <utility>

#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/expression_emitter.hpp"
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
        const plan::Node* node = plan.root.get();
        std::string order;
        if (const auto* sort = std::get_if<plan::Sort>(&node->op)) {
            order = ExpressionEmitter::order_by(sort->keys);
            node = node->input.get();
        }
        std::vector<std::string> columns;
        for (const check::Column& column : plan.output) columns.push_back(column_name(column.id));
        const std::string body = "SELECT " + list(columns) + source(*node) + order;
        std::string sql;
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            sql += (i == 0 ? "WITH " : ",\n     ") + levels_[i];
        }
        return {sql.empty() ? body : sql + "\n" + body, parameters_.take()};
    }

private:
    /// The node's rows; a Filter needs no level of its own.
    Source source(const plan::Node& node) {
        if (const auto* filter = std::get_if<plan::Filter>(&node.op)) {
            const std::string input = relation(*node.input);
            std::vector<std::string> conjuncts;
            for (const check::Expr& conjunct : filter->conjuncts) conjuncts.push_back(expressions_.emit(conjunct));
            return " FROM " + input + " WHERE " + join(conjuncts, " AND ");
        }
        return " FROM " + relation(node);
    }

    /// Adds the node as a level and returns the level's name.
    std::string relation(const plan::Node& node) {
        return std::visit([&](const auto& op) { return add(select(op, node), is_read_twice(op)); }, node.op);
    }

    // NOT MATERIALIZED: filters and column lists must reach the scan.
    std::string add(const std::string& select, bool is_materialized) {
        const std::string name = "t" + std::to_string(levels_.size());
        levels_.push_back(name + (is_materialized ? " AS MATERIALIZED (" : " AS NOT MATERIALIZED (") + select + ")");
        return name;
    }
    static bool is_read_twice(const auto&) { return false; }

    std::string select(const plan::Scan& scan, const plan::Node&) {
        return emit_scan(scan, segments_[scans_++], expressions_, parameters_);
    }
    std::string select(const plan::Filter&, const plan::Node& node) { return "SELECT *" + source(node); }
    std::string select(const plan::Project& project, const plan::Node& node) {
        const Source input = source(*node.input);
        return "SELECT " + list(bindings(project.columns)) + input;
    }
    std::string select(const plan::Aggregate& aggregate, const plan::Node& node) {
        const Source input = source(*node.input);
        std::vector<std::string> columns = bindings(aggregate.keys);
        for (std::string& column : bindings(aggregate.aggregates)) columns.push_back(std::move(column));
        // By position: a constant or a parameter as a key would otherwise be read as something else.
        std::string group;
        for (std::size_t i = 0; i < aggregate.keys.size(); ++i) {
            group += (i == 0 ? " GROUP BY " : ", ") + std::to_string(i + 1);
        }
        // Without keys and aggregates there is still exactly one row.
        if (columns.empty()) return "SELECT count(*) AS v_" + input;
        return "SELECT " + list(columns) + input + group;
    }
    std::string select(const plan::SpreadBins& spread, const plan::Node& node) {
        const Source input = source(*node.input);
        return "SELECT *, " + spread_bins(spread, parameters_) + " AS " + column_name(spread.bucket) + input;
    }
    std::string select(const plan::FillBins& fill, const plan::Node& node) {
        const std::string groups = add("SELECT *" + source(*node.input), true);
        std::vector<check::ColumnId> columns;
        for (const plan::Column& column : plan::output_columns(*node.input)) columns.push_back(column.id);
        return fill_bins(fill, groups, columns);
    }
    std::string select(const plan::Sort&, const plan::Node& node) { return "SELECT *" + source(*node.input); }
    std::string select(const plan::Limit& limit, const plan::Node& node) {
        const Source input = source(*node.input);
        return "SELECT *" + input + ExpressionEmitter::order_by(limit.bound.keys) + " LIMIT " +
               parameters_.add(limit.bound.count);
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
    std::vector<std::string> levels_;
};

}  // namespace

Statement emit(const plan::Plan& plan, std::span<const std::vector<catalog::Segment>> segments) {
    return Emitter(segments).emit(plan);
}

}  // namespace domain::opal::sql
