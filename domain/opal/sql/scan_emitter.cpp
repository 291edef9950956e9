#include "domain/opal/sql/scan_emitter.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "domain/base/time.hpp"
#include "domain/opal/plan/expression.hpp"
#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/path_binding.hpp"
#include "domain/opal/sql/special_calls.hpp"

namespace domain::opal::sql {
namespace {

/// Segments that are read by one branch.
struct Group {
    std::vector<std::string> columns;  ///< what each scan column is there
    std::string window;                ///< condition, or empty
    std::vector<std::string> files;
};

class ScanEmitter {
public:
    ScanEmitter(const plan::Scan& scan, const ExpressionEmitter& expressions, Parameters& parameters)
        : scan_(scan), expressions_(expressions), parameters_(parameters) {}

    std::string emit(std::span<const catalog::Segment> segments) const {
        const std::vector<Group> groups = group(segments);
        if (groups.empty()) return empty();
        std::vector<std::string> branches;
        for (const Group& each : groups) branches.push_back(scan_.bound ? bound_branch(each) : branch(each));
        const std::string all = join(branches, " UNION ALL ");
        if (scan_.bound) return groups.size() == 1 ? all : "SELECT * FROM (" + all + ")" + bound();
        const std::string filters = conditions();
        return filters.empty() ? all : "SELECT * FROM (" + all + ") WHERE " + filters;
    }

private:
    std::vector<Group> group(std::span<const catalog::Segment> segments) const {
        std::vector<Group> groups;
        const catalog::SegmentLayout* previous = nullptr;
        std::vector<std::string> columns;
        for (const catalog::Segment& segment : segments) {
            if (previous == nullptr || *previous != segment.layout) {
                columns.clear();
                for (const plan::ScanColumn& column : scan_.columns) columns.push_back(bind_column(column, segment.layout));
                previous = &segment.layout;
            }
            std::string window = window_condition(segment);
            auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& each) {
                return each.window == window && each.columns == columns;
            });
            if (same == groups.end()) {
                groups.push_back({columns, std::move(window), {}});
                same = groups.end() - 1;
            }
            same->files.push_back(quote_text(segment.file));
        }
        return groups;
    }

    /// A segment that lies in the window as a whole needs no test, and then not even its time column.
    std::string window_condition(const catalog::Segment& segment) const {
        if (!scan_.window) return {};
        const plan::Window& window = *scan_.window;
        const bool by_arrival = scan_.valid_from == plan::ColumnSource(plan::FixedColumn::kTimestamp);
        if (by_arrival && !scan_.valid_to && base::to_nanoseconds(segment.time_min) >= window.start &&
            base::to_nanoseconds(segment.time_max) < window.end) {
            return {};
        }
        const std::string from = bind_source(scan_.valid_from, segment.layout);
        const std::string end = from + " < " + parameters_.add(window.end);
        if (!scan_.valid_to) return from + " >= " + parameters_.add(window.start) + " AND " + end;
        const std::string open = std::to_string(std::numeric_limits<std::int64_t>::max());
        return end + " AND coalesce(" + bind_source(*scan_.valid_to, segment.layout) + ", " + open + ") > " +
               parameters_.add(window.start);
    }

    static std::string source(const Group& group) {
        const std::string files = "opalite_segments([" + join(group.files, ", ") + "]) AS s";
        return group.window.empty() ? files : files + " WHERE " + group.window;
    }

    std::string select_list(const Group& group) const {
        std::vector<std::string> columns;
        for (std::size_t i = 0; i < scan_.columns.size(); ++i) {
            columns.push_back(group.columns[i] + " AS " + column_name(scan_.columns[i].id));
        }
        return columns.empty() ? "1 AS v_" : join(columns, ", ");
    }

    std::string branch(const Group& group) const { return "SELECT " + select_list(group) + " FROM " + source(group); }

    /// Picks the rows while they are still plain columns, and computes the scan's columns for those rows only. Each branch
    /// gives `count` rows at most.
    std::string bound_branch(const Group& group) const {
        std::set<check::ColumnId> early;
        for (const check::Expr& filter : scan_.filters) {
            plan::for_each_column(filter, [&](check::ColumnId column) { early.insert(column); });
        }
        for (const check::OrderKey& key : scan_.bound->keys) early.insert(key.column);
        std::string inner = "SELECT s.*";
        for (std::size_t i = 0; i < scan_.columns.size(); ++i) {
            if (!early.contains(scan_.columns[i].id)) continue;
            inner += ", " + group.columns[i] + " AS " + column_name(scan_.columns[i].id);
        }
        inner += " FROM " + source(group);
        const std::string filters = conditions();
        std::string picked = "SELECT * FROM (" + inner + ")" + (filters.empty() ? "" : " WHERE " + filters) + bound();
        std::vector<std::string> columns;
        for (std::size_t i = 0; i < scan_.columns.size(); ++i) {
            const std::string name = column_name(scan_.columns[i].id);
            const bool is_computed = early.contains(scan_.columns[i].id);
            columns.push_back((is_computed ? "s." + name : group.columns[i]) + " AS " + name);
        }
        // Parentheses: ORDER BY and LIMIT of a branch must not reach over UNION ALL.
        return "(SELECT " + (columns.empty() ? "1 AS v_" : join(columns, ", ")) + " FROM (" + picked + ") AS s" +
               (scan_.bound->keys.empty() ? "" : ExpressionEmitter::order_by(scan_.bound->keys)) + ")";
    }

    std::string bound() const {
        return ExpressionEmitter::order_by(scan_.bound->keys) + " LIMIT " + std::to_string(scan_.bound->count);
    }

    std::string conditions() const {
        std::vector<std::string> conjuncts;
        for (const check::Expr& filter : scan_.filters) conjuncts.push_back(expressions_.emit(filter));
        return join(conjuncts, " AND ");
    }

    std::string empty() const {
        std::vector<std::string> columns;
        for (const plan::ScanColumn& column : scan_.columns) {
            columns.push_back(null_of(column.type) + " AS " + column_name(column.id));
        }
        return "SELECT " + (columns.empty() ? "1 AS v_" : join(columns, ", ")) + " WHERE false";
    }

    const plan::Scan& scan_;
    const ExpressionEmitter& expressions_;
    Parameters& parameters_;
};

}  // namespace

std::string emit_scan(const plan::Scan& scan, std::span<const catalog::Segment> segments,
                      const ExpressionEmitter& expressions, Parameters& parameters) {
    return ScanEmitter(scan, expressions, parameters).emit(segments);
}

}  // namespace domain::opal::sql
