#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/catalog/segment.hpp"
#include "domain/opal/check/typed_ast.hpp"

/// The relational plan: what the query store has to do, as a tree of operators. Expressions are those of the typed AST;
/// names are gone, columns are ids, and each id is made by exactly one node. Two functions exist only here: `plan.bucket`
/// (number of the time bin: time, size, offset, 1 when no time is before the offset), `plan.captures` (all groups of the first match: text, regex) and
/// `plan.capture` (one of them: captures, number from 1).
namespace domain::opal::plan {

using check::Binding;
using check::ColumnId;
using check::Expr;
using check::Grid;
using check::OrderKey;
using check::Type;

/// [start, end) in nanoseconds since the epoch.
struct Window {
    std::int64_t start = 0;
    std::int64_t end = 0;
    friend bool operator==(const Window&, const Window&) = default;
};

struct Column {
    ColumnId id;
    Type type = Type::kVariant;
};

/// A column that every segment has (domain/catalog/segment.hpp).
enum class FixedColumn { kTimestamp, kKind, kBundle, kIndex, kDatastream, kToken };

/// As what the value at a path is wanted: converted like the cast of that name, as JSON text (kVariant; kObject, kArray:
/// null for all others), or only whether it is there (kExists; JSON null is there).
enum class Wanted { kString, kInt64, kFloat64, kBool, kObject, kArray, kVariant, kExists };

/// A value inside FIELDS or EXTRA. No keys: the whole object.
struct PathDemand {
    catalog::PathBase base = catalog::PathBase::kFields;
    std::vector<std::string> keys;
    Wanted wanted = Wanted::kVariant;
    friend bool operator==(const PathDemand&, const PathDemand&) = default;
};

using ColumnSource = std::variant<FixedColumn, PathDemand>;

struct ScanColumn {
    ColumnId id;
    Type type = Type::kVariant;
    ColumnSource source;
};

/// The first `count` rows by `keys`; without keys any rows. `count` is not negative.
struct RowBound {
    std::int64_t count = 0;
    std::vector<OrderKey> keys;
};

/// Reads one dataset. Rows pass when they belong to the window (none: always, a Table) and to every filter.
struct Scan {
    std::size_t dataset = 0;  ///< index in the compilation's list
    std::string name;         ///< how the query calls it
    std::optional<Window> window;
    ColumnSource valid_from;                ///< meaningful with a window
    std::optional<ColumnSource> valid_to;   ///< Interval and Resource: rows overlap the window
    std::vector<ScanColumn> columns;        ///< what filters, the bound and the parent need
    std::vector<Expr> filters;
    std::optional<RowBound> bound;      ///< of the rows that pass
};

struct Filter {
    std::vector<Expr> conjuncts;  ///< at least one
};

/// Computes columns from the input's columns; the output is exactly this list.
struct Project {
    std::vector<Binding> columns;
};

/// One row per group; without keys exactly one row. Each aggregate's value is one Aggregate call.
struct Aggregate {
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
};

/// Each row once for every time bin it contributes to, `bucket` being the bin's number: bins that overlap
/// [from, to), or with `frame` bins whose [end - back, end + ahead) holds `from`. Bins outside the window are left out.
struct SpreadBins {
    ColumnId bucket;
    Grid grid;
    Window window;
    ColumnId from;
    std::optional<ColumnId> to;
    std::optional<check::Frame> frame;
};

/// Adds the bins of the window that a group lacks, with null in all columns but `bucket` and `keys`.
struct FillBins {
    ColumnId bucket;
    Grid grid;
    Window window;
    std::vector<ColumnId> keys;
};

/// Orders the rows; occurs only at the root.
struct Sort {
    std::vector<OrderKey> keys;
};

struct Limit {
    RowBound bound;
};

struct Node {
    std::variant<Scan, Filter, Project, Aggregate, SpreadBins, FillBins, Sort, Limit> op;
    std::unique_ptr<Node> input;  ///< null for a Scan
};
using NodePtr = std::unique_ptr<Node>;

/// A whole query. The root's columns, in the order of `output`, are the result.
struct Plan {
    NodePtr root;
    std::vector<check::Column> output;
};

NodePtr make_node(decltype(Node::op) op, NodePtr input = nullptr);
NodePtr clone(const Node& node);

/// The columns that a node offers to its parent.
std::vector<Column> output_columns(const Node& node);

/// All scans of a plan, in one stable order.
std::vector<const Scan*> scans(const Node& root);

}  // namespace domain::opal::plan
