#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/base/strong_id.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/schema.hpp"
#include "domain/opal/ast/ast.hpp"
#include "domain/opal/source/span.hpp"

/// The typed AST: what a script means. Names are resolved to column ids, functions to rows of the function table, options
/// and defaults are spelled out, sizes of time bins are computed. All values; copying is deep.
namespace domain::opal::check {

using catalog::DatasetKind;
using catalog::Type;
using source::Span;

/// A column of one compilation. A column that is computed anew has a new id, also when it takes the name of an older one:
/// ids never change their meaning, names are metadata for the result's header.
using ColumnId = base::StrongId<struct ColumnIdTag, int>;

/// Hands out the ids of one compilation (all of its stages): 0, 1, 2, …
class ColumnIds {
public:
    ColumnId next() { return ColumnId(next_++); }
    int count() const { return next_; }

private:
    int next_ = 0;
};

// --- Expressions -----------------------------------------------------------------------------------------------------

using ast::DurationValue;  // nanoseconds
using ast::Null;

/// RE2 syntax, matched unanchored. `flags` is a subset of "ims" in this order (i ignore case, m `^`/`$` at lines, s dot
/// matches newline); the checker has compiled the pattern once, so it is valid.
struct Regex {
    std::string pattern;
    std::string flags;
    friend bool operator==(const Regex&, const Regex&) = default;
};

/// A constant. A `null` that was written plainly has the type that its surroundings ask for (variant if nothing does);
/// regexes occur only as operands of regex functions and have type string.
struct Literal {
    std::variant<Null, bool, std::int64_t, double, std::string, DurationValue, Regex> value;
};

struct ColumnRef {
    ColumnId column;
};

/// `operand.key` or `operand[index]`, several steps at once. Operand 0 is an object, array or variant; the result is a
/// variant, null when a step finds nothing.
struct PathAccess {
    using Step = std::variant<std::string, std::int64_t>;
    std::vector<Step> steps;
};

/// A call of a scalar function of the table (functions.hpp); operators are functions named `op.add`, `op.eq`, `op.and`…
/// and casts are functions named like their type. Omitted optional arguments at the end are absent from the operands.
struct Call {
    std::string_view function;  ///< canonical name, static lifetime
};

struct SortKey;
struct Expr;

/// A call of an aggregate function; occurs only in the aggregates of statements that make groups. `order_by` is filled for
/// functions that depend on it (first, last, array_agg, string_agg…), from valid_from when nothing was written; ties, and
/// datasets without time, go by input order.
struct Aggregate {
    std::string_view function;
    std::vector<SortKey> order_by;
};

/// The rows around a row that a window function sees. kTime: rows of the partition whose valid_from lies in [t - back,
/// t + ahead] nanoseconds, both ends inclusive, t being that of the row. kRows: that many rows before and behind it in the
/// window's order; negative to leave out the row itself and more. No bound: up to the partition's end.
struct WindowFrame {
    enum class Unit { kTime, kRows };
    Unit unit = Unit::kTime;
    std::optional<std::int64_t> back;
    std::optional<std::int64_t> ahead;
    friend bool operator==(const WindowFrame&, const WindowFrame&) = default;
};

/// A value computed for each row from the rows of its partition, in `order_by`; ties go by input order. `function` is an
/// aggregate function or one of lag lead lag_not_null lead_not_null row_number rank dense_rank ewma, whose operands after
/// the first are constants. Without a frame aggregates see the whole partition in the query window. Occurs anywhere in
/// expressions, but not inside another window call.
struct WindowCall {
    std::string_view function;
    std::vector<Expr> partition_by;
    std::vector<SortKey> order_by;
    std::optional<WindowFrame> frame;  ///< kTime: `order_by` is valid_from alone
};

using ast::Ipv4Network;  // address, mask
using ast::SearchTerm;   // runs of literal text with anything between them, perhaps bound to the ends, perhaps negated
using ast::SearchTerms;  // groups: in each of them one term matches

/// `field ~ pattern`. The operands are texts (fields of other types are wrapped in `string(…)`), or ipv4 or texts when the
/// pattern is a network. One operand: null in, null out. With `any_field` (`* ~ x`, `<x>`) the operands are all searchable
/// columns: true when one of them matches the whole pattern (all terms in the same field), null fields never match.
struct SearchMatch {
    std::variant<SearchTerms, Regex, Ipv4Network> pattern;
    bool any_field = false;
    bool is_negated = false;  ///< `!~`
};

struct Expr {
    Span span;
    Type type = Type::kVariant;
    std::variant<Literal, ColumnRef, PathAccess, Call, Aggregate, WindowCall, SearchMatch> node;
    std::vector<Expr> operands;
};

/// One key of an order; a plain ascending key has nulls last, a descending one nulls first.
struct SortKey {
    Expr value;
    bool is_descending = false;
    bool nulls_first = false;
};

// --- Datasets --------------------------------------------------------------------------------------------------------

struct Column {
    ColumnId id;
    std::string name;
    Type type = Type::kVariant;
    bool is_searchable = true;  ///< `*` and `<…>` look into it, if it is a string, object, array or variant
    bool is_visible = true;     ///< shown by user interfaces
    bool is_enum = false;       ///< an enumeration, for user interfaces
    bool is_immutable = false;  ///< promised never to change for a key
    bool is_broken = false;     ///< made by an expression with an error; never set when the check succeeded
};

/// A regular division of time: bin k is [offset + k*size, offset + (k+1)*size) in nanoseconds since the epoch.
struct Grid {
    std::int64_t size_ns = 0;
    std::int64_t offset_ns = 0;  ///< in [0, size)
};

/// One key of a dataset's order. The column may have left `columns` since: the plan then carries it as a hidden one.
struct OrderKey {
    ColumnId column;
    bool is_descending = false;
    bool nulls_first = false;
};

/// A foreign key: columns here name a row of another dataset by columns there.
struct Link {
    std::string label;
    std::string target;  ///< the other dataset: its identity (InputDataset::dataset), else what the script calls it
    struct Pair {
        ColumnId source;
        std::string target;
    };
    std::vector<Pair> columns;
};

/// A known role of the columns: `log`, `metric`, `otel_span`.
struct Interface {
    std::string name;
    struct Role {
        std::string name;
        ColumnId column;
    };
    std::vector<Role> roles;

    /// The column that has the role, or nothing.
    std::optional<ColumnId> find(std::string_view role) const;
};

using catalog::Metric;  // what set_metric says about one metric

/// What is known about a dataset between two statements.
struct DatasetState {
    DatasetKind kind = DatasetKind::kTable;
    std::vector<Column> columns;  ///< in output order; names are unique and case-sensitive
    std::optional<ColumnId> valid_from;
    std::optional<ColumnId> valid_to;
    std::vector<ColumnId> primary_key;
    std::vector<ColumnId> grouping;  ///< keys of the last grouping verb
    std::optional<Grid> grid;
    std::vector<std::vector<ColumnId>> candidate_keys;
    std::optional<ColumnId> label;
    std::vector<Link> links;
    std::vector<Interface> interfaces;
    std::vector<Metric> metrics;
    std::vector<OrderKey> order;  ///< set by `sort`; empty: no order asked for
    bool is_open = false;  ///< columns unknown after an error; never set when the check succeeded

    const Column* find(std::string_view name) const;
    const Column* find(ColumnId id) const;
    const Interface* find_interface(std::string_view name) const;
};

/// The state of an input dataset: every column gets a fresh id.
DatasetState dataset_state(const catalog::Schema& schema, ColumnIds& ids);
/// The schema that a state shows to the outside.
catalog::Schema to_schema(const DatasetState& state);

// --- Statements ------------------------------------------------------------------------------------------------------
// A statement of a script can become several here: `pick_col a:f(x)` is MakeColumns and Project, `sort f(x)` is
// MakeColumns of a hidden column (not in the output's columns) and Sort.

struct Binding {
    ColumnId column;
    Expr value;
};

/// Keeps the rows for which the predicate is true.
struct Filter {
    Expr predicate;
};

/// Computes columns one after the other; a later value may refer to an earlier column of the same statement. Windows with a
/// frame see that much more than the query window.
struct MakeColumns {
    std::vector<Binding> bindings;
};

/// What is known about the dataset becomes `output`: visible columns, keys, links, kind. Nothing is computed, no row goes.
struct Project {};

/// The output's time columns decide which rows belong to the query window. The input's window is the output's, moved back by
/// `shift`; the input is read from [its start - back, its end + ahead).
struct Retime {
    std::int64_t back_ns = 0;
    std::int64_t ahead_ns = 0;
    std::int64_t shift_ns = 0;
};

/// One row for each group. A key is a bare column (value = reference to the same id) or a new column. Aggregates are
/// expressions over Aggregate calls, constants and references to the keys' columns. No keys: exactly one row.
struct StatsBy {
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
    bool all_time = false;  ///< over the whole history instead of the query window
};

/// Rows in [bin end - back, bin end + ahead) belong to a bin instead of those inside it.
struct Frame {
    std::int64_t back_ns = 0;
    std::int64_t ahead_ns = 0;
};

/// One row for each bin of the grid and group with rows. Output columns: valid_from, valid_to, keys, aggregates, bucket
/// (bucket = floor((start of bin - offset) / size)). Events belong to the bin of valid_from, Interval and Resource rows to
/// each bin that they overlap.
struct TimeChart {
    Grid grid;
    std::optional<Frame> frame;
    bool empty_bins = false;  ///< also bins of the window without rows, for each group seen; aggregates null
    ColumnId valid_from;
    ColumnId valid_to;
    ColumnId bucket;
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
};

/// Replaces the order; no row moves. The output's `order` says the same.
struct Sort {
    std::vector<OrderKey> keys;
};

/// The first rows in the input's `order`; without one by valid_from ascending, then input order.
struct Limit {
    std::int64_t count = 0;
};

/// One row for each distinct combination of the keys, nulls being equal. Every other column keeps its id and holds its
/// first non-null value of the group in input order. The keys include the time columns; for `dedup` without arguments they
/// are all columns.
struct Dedup {
    std::vector<Expr> keys;
};

/// A group of the pattern, counted from 1 in order of its opening parenthesis.
struct CaptureGroup {
    int number = 0;
    std::string name;
    ColumnId column;
    std::string_view cast;             ///< function that turns the text into the value; `string`: none
    std::optional<ColumnId> fallback;  ///< string column of that name: its value is kept where the group has none
};

/// Searches once and makes a column for each named group; null where there is no match or the group took no part.
struct ExtractRegex {
    Expr source;  ///< a string
    Regex regex;  ///< without the `::type` suffixes
    int group_count = 0;                ///< all groups, named or not
    std::vector<CaptureGroup> groups;  ///< the named ones, by number
};

/// Where rows come from: input number `index` of the check, or the output of pipeline `index` of the same script.
struct PipelineSource {
    enum class Kind { kInput, kPipeline };
    Kind kind = Kind::kInput;
    std::size_t index = 0;
};

/// Another dataset that a statement reads. Its columns have ids of their own here, so that a dataset can meet itself.
struct Import {
    PipelineSource source;
    DatasetState state;
    std::string dataset;  ///< InputDataset::dataset of `source`
    struct Pair {
        ColumnId source;  ///< id in the output of `source`
        ColumnId here;
    };
    std::vector<Pair> columns;
};

/// Pairs rows of the dataset with rows of another one. The predicate reads columns of both; the kinds of both datasets add
/// the condition on time (spec: opal verbs §E), `frame` widens it. `bindings` are made from both sides; where a side is
/// missing, its columns are null. Where both sides last, the result's time is what they share, and a left row's parts without a partner
/// stay in a left join; `valid_from` and `valid_to` are then new columns.
struct Join {
    enum class Kind { kInner, kLeft, kFull };
    Kind kind = Kind::kInner;
    Import other;
    Expr predicate;
    std::optional<Frame> frame;
    std::vector<Binding> bindings;
    std::optional<ColumnId> valid_from;  ///< set when the output's time is not that of the left rows
    std::optional<ColumnId> valid_to;
    bool is_unique = false;  ///< the predicate covers a key of the other dataset: at most one partner at a time
};

/// Keeps the rows for which a row (or no row) of another dataset fulfils the predicate, within the frame if there is one.
struct Exists {
    Import other;
    Expr predicate;
    std::optional<Frame> frame;  ///< of time around the left row
    bool is_negated = false;
};

/// The rows of the other dataset that have a partner (or none) here; all columns are those of the other one.
struct Follow {
    Import other;
    Expr predicate;
    std::optional<Frame> frame;  ///< of time around the row here
    bool is_negated = false;
};

/// The rows of this and the other datasets. Every output column is a new one; `sources[i][k]` is where its value comes
/// from in input i (0: this dataset, 1: the first other one), nothing for null. With `near` only those rows of the others
/// whose time lies in the frame around a row of this dataset; all are Events then.
struct Union {
    std::vector<Import> others;
    std::optional<Frame> near = {};
    std::vector<Column> columns;
    std::vector<std::vector<std::optional<ColumnId>>> sources;
};

/// Keeps all rows of the `count` best groups and numbers the groups from 1 in `rank`: by score, then by keys ascending; null
/// scores last. Without keys each row is a group (`each_row`), or all rows are one.
struct TopK {
    std::int64_t count = 0;
    bool is_bottom = false;
    std::optional<Expr> score;  ///< over Aggregate calls; nothing: by the keys alone
    std::vector<Expr> keys;
    bool each_row = false;
    ColumnId rank;
};

/// One row for each selected node of the JSON value in `source`, depth first; the other columns are repeated.
struct Flatten {
    enum class Mode { kLeaves, kSingle, kNodes, kAll };  // kNodes: the value of inner nodes is null
    Mode mode = Mode::kSingle;
    ColumnId source;
    ColumnId path;
    ColumnId value;
    std::optional<ColumnId> type;
};

/// One row for each listed column: its name and its value.
struct Unpivot {
    std::vector<Column> sources;
    ColumnId name;
    ColumnId value;
    Type type = Type::kVariant;  ///< of the value; the sources are cast to it
};

/// States made of events. Per key (rows with a null in it are left out), in the order of time: events that say the same in
/// all `values`, each before the end of the one before it, are one state. It lasts from the first of them until the next
/// state, or until the last of them plus its lifetime. Of several events at one time the last in input order counts.
struct MakeResource {
    std::vector<ColumnId> keys;
    std::vector<ColumnId> values;
    std::optional<Expr> lifetime;  ///< of an event, a duration; null, or longer than the expiry: the expiry
    std::int64_t expiry_ns = 0;
    ColumnId valid_from;
    ColumnId valid_to;
};

/// For rows that last: time is cut at every start and end of a group's rows; each piece with rows aggregates those that
/// cover it, and neighbours that say the same are one.
struct TimeStats {
    ColumnId valid_from;
    ColumnId valid_to;
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
};

/// Counts the values in `bins` parts of equal width between the smallest and the greatest one of all groups; nulls aside.
struct Histogram {
    std::int64_t bins = 0;
    bool only_filled = false;  ///< parts without values are left out
    Expr value;
    std::vector<Binding> keys;
    ColumnId start;
    ColumnId end;
    ColumnId count;
};

/// Per group, in the order of time: a row belongs to the session before it when it begins at most `gap_ns` after the
/// session's last event, or less than that after the session's end when rows last.
struct Session {
    std::int64_t gap_ns = 0;
    ColumnId valid_from;
    ColumnId valid_to;
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
};

/// Per group, in `order_by`: a row for which `starts` is true begins an event, the rows after it join in as long as there are
/// at most `size_max` and none comes later than `gap_max_ns` after the one before it. Others are left out, or with `passthrough`
/// events of their own.
struct MergeEvents {
    Expr starts;
    std::optional<std::int64_t> size_max;
    std::optional<std::int64_t> gap_max_ns;
    bool passthrough = false;
    std::vector<SortKey> order_by;  ///< empty: by time; ties go by input order
    ColumnId time;                  ///< of the first row
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
};

/// Gives the rows of a Resource columns from events: each event holds until the next one of the same entity, or until the
/// expiry. `join` is the left join with the events as rows that last; `event_end` is their end and part of `join.other.state`.
struct UpdateResource {
    Join join;
    std::vector<Expr> entity;  ///< what the events of one entity have in common
    std::int64_t expiry_ns = 0;
    ColumnId event_end;
};

/// Adds the bins that a group lacks: all bins of the window, or with `ahead_ns` those so far behind a bin that is there. The
/// columns of `values` hold the constant in added rows, all others but keys and times null. The time columns and the bin's
/// number are new ones.
struct Fill {
    Grid grid;
    std::optional<std::int64_t> ahead_ns;
    std::vector<Column> keys;
    ColumnId valid_from;
    ColumnId valid_to;
    ColumnId bucket;
    struct Value {
        Binding constant;  ///< the new column, and what it holds in added rows
        ColumnId source;   ///< what it holds in the others
    };
    std::vector<Value> values;
};

/// `count` copies of the rows, number i moved ahead in time by i intervals. Every output column is a new one; `sources` has
/// the column that each comes from, but for the last ones, which say how long ago the copy's times are, and its number.
struct TimeWrap {
    std::int64_t interval_ns = 0;
    std::vector<std::string> labels;  ///< of each copy
    std::vector<Column> columns;
    std::vector<ColumnId> sources;
    ColumnId label;
    std::optional<ColumnId> index;
};

struct Statement {
    Span span;
    std::variant<Filter, MakeColumns, Project, Retime, StatsBy, TimeChart, Sort, Limit, Dedup, ExtractRegex, Join, Exists, Follow,
                 Union, TopK, Flatten, Unpivot, MakeResource, TimeStats, Histogram, Session, MergeEvents, UpdateResource,
                 Fill, TimeWrap>
        node;
    DatasetState output;
};

struct Pipeline {
    std::string name;  ///< of the subquery, without `@`; empty for the result
    PipelineSource source;
    DatasetState input;
    std::vector<Statement> statements;

    const DatasetState& output() const { return statements.empty() ? input : statements.back().output; }
};

/// The pipelines of a script in order of definition; the last one is the result.
struct Script {
    std::vector<Pipeline> pipelines;

    const Pipeline& result() const { return pipelines.back(); }
};

}  // namespace domain::opal::check
