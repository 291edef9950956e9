#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/catalog/segment.hpp"
#include "domain/opal/check/typed_ast.hpp"

/// The relational plan: what the query store has to do, as a tree of operators. Expressions are those of the typed AST;
/// names are gone, columns are ids, and each id is made by exactly one node. Functions that exist only here begin with
/// `plan.`: `plan.bucket` (number of the time bin: time, size, offset, 1 when no time is before the offset),
/// `plan.captures` (all groups of the first match: text, regex), `plan.capture` (one of them: captures, number from 1),
/// `plan.flatten` (the nodes of a JSON value as a list: value, mode) and `plan.rows` (a list of rows, see Unnest).
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
    std::vector<Expr> conjuncts;  ///< at least one; without window calls
};

/// Computes columns from the input's columns; the output is exactly this list. Only here may window calls stand, not inside
/// each other.
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

/// Adds the bins of the window that a group lacks, with null in all columns but `bucket` and `keys`. With `ahead` only that
/// many bins behind each bin that a group has.
struct FillBins {
    ColumnId bucket;
    Grid grid;
    Window window;
    std::vector<ColumnId> keys;
    std::optional<std::int64_t> ahead = {};
};

/// Each row once for every element of a list, none for an empty list or null. The elements are structs: `plan.flatten` has
/// place, path, value, type; `plan.rows(n, a1 … an, b1 …)` has the fields f1 … fn and makes one element of each n operands.
struct Unnest {
    Expr list;
    struct Field {
        std::string_view name;  ///< static lifetime
        Column column;
    };
    std::vector<Field> fields;
};

/// Pairs the rows of two inputs for which every conjunct is true (none: all pairs). kLeft keeps rows of the first input
/// without a partner, kFull those of both, with null in the columns of the other; kSemi and kAnti give rows of the first
/// input that have a partner or none, and only its columns.
struct Join {
    enum class Kind { kInner, kLeft, kFull, kSemi, kAnti };
    Kind kind = Kind::kInner;
    std::vector<Expr> conjuncts;
};

/// The rows of all inputs. `sources` has a list for each input: its columns in the order of `columns`, same types.
struct Union {
    std::vector<Column> columns;
    std::vector<std::vector<ColumnId>> sources;
};

/// Counts the values in `bins` parts of equal width between the smallest and the largest value that there is; nulls aside.
/// With `keys` each group counts for itself over the same parts. Parts without values are there unless `only_filled`. Parts
/// of whole numbers have whole edges, so there are at most max - min + 1, and the last ones may be wider by one.
struct Histogram {
    std::int64_t bins = 0;
    bool only_filled = false;
    ColumnId value;
    Type type = Type::kFloat64;  ///< of the value and of both edges
    std::vector<Column> keys;
    ColumnId start;
    ColumnId end;
    ColumnId count;
};

/// Orders the rows; occurs only at the root.
struct Sort {
    std::vector<OrderKey> keys;
};

struct Limit {
    RowBound bound;
};

struct Node {
    std::variant<Scan, Filter, Project, Aggregate, SpreadBins, FillBins, Unnest, Join, Union, Histogram, Sort, Limit> op;
    std::vector<std::unique_ptr<Node>> inputs;  ///< none for a Scan, two for a Join, one or more for a Union, else one

    const Node& input() const { return *inputs.front(); }
    Node& input() { return *inputs.front(); }
};
using NodePtr = std::unique_ptr<Node>;

/// A whole query. The root's columns, in the order of `output`, are the result.
struct Plan {
    NodePtr root;
    std::vector<check::Column> output;
};

NodePtr make_node(decltype(Node::op) op, NodePtr input = nullptr);
NodePtr make_node(decltype(Node::op) op, NodePtr first, NodePtr second);

/// The columns that a node offers to its parent.
std::vector<Column> output_columns(const Node& node);

/// Gives the columns of one node (those that it makes and those that it reads) other ids; `rename` returns the id for an id.
void rename_columns(Node& node, const std::function<ColumnId(ColumnId)>& rename);

/// All scans of a plan, in one stable order.
std::vector<const Scan*> scans(const Node& root);

}  // namespace domain::opal::plan
