#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/opal/source/span.hpp"

/// The syntax tree: what was written, before names and types mean anything. All values.
namespace domain::opal::ast {

using source::Span;

/// A word or quoted text of the script.
struct Name {
    std::string text;
    Span span;
};

// --- Expressions -----------------------------------------------------------------------------------------------------

struct Null {
    friend bool operator==(const Null&, const Null&) = default;
};
struct DurationValue {
    std::int64_t nanoseconds = 0;
    friend bool operator==(const DurationValue&, const DurationValue&) = default;
};
/// As written; the checker compiles it and judges the flags.
struct Regex {
    std::string pattern;
    std::string flags;
    friend bool operator==(const Regex&, const Regex&) = default;
};
struct Literal {
    std::variant<Null, bool, std::int64_t, double, std::string, DurationValue, Regex> value;
};

/// A plain identifier: a column.
struct Identifier {
    std::string name;
};

/// `@`, `@name`, `@.column`, `@name.column`. Further `.key` are a Path around it.
struct DatasetReference {
    std::string dataset;         ///< empty: the default input
    std::optional<Name> column;
};

/// `$name`, `#tag.name`, `^label`.
struct Parameter {
    std::string name;
};
struct Tag {
    std::string name;
};
struct Link {
    std::string label;
};

/// `operand.key`, `operand["key"]`, `operand[0]`: all steps of a chain.
struct Path {
    struct Step {
        std::variant<std::string, std::int64_t> key;
        Span span;
    };
    std::vector<Step> steps;
};

struct Argument;

struct Call {
    Name function;
    std::vector<Argument> arguments;
};

enum class Operator {
    kNegate, kNot,
    kAdd, kSubtract, kMultiply, kDivide,
    kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual,
    kAnd, kOr,
};
/// kNegate and kNot have one operand, kAnd and kOr two or more, the others two.
struct Operation {
    Operator op = Operator::kAnd;
    Span op_span;
};

/// `fig*bar`: the runs of literal text in order, with anything (newlines too) between them, ignoring case.
/// `*` alone has no runs: every text matches.
struct SearchTerm {
    std::vector<std::string> runs;
    bool starts_text = false;  ///< the first run stands at the start of the text, leading white space aside
    bool ends_text = false;    ///< the last run stands at the end of the text
    bool is_negated = false;   ///< `-fig`: must not match
    friend bool operator==(const SearchTerm&, const SearchTerm&) = default;
};
/// A text matches when every group has a term that matches: `<a b or c>` is {{a}, {b, c}}.
struct SearchTerms {
    std::vector<std::vector<SearchTerm>> groups;
    friend bool operator==(const SearchTerms&, const SearchTerms&) = default;
};
struct Ipv4Network {
    std::uint32_t address = 0;  ///< host bits are zero
    std::uint32_t mask = 0;
    friend bool operator==(const Ipv4Network&, const Ipv4Network&) = default;
};
struct TextPattern {};  ///< operand 1 is the text to look for

/// `field ~ pattern`, `field = <a b>` and so on; operand 0 is the field. `* ~ pattern` and `<a b>` have a Star there.
struct Match {
    std::variant<SearchTerms, Regex, Ipv4Network, TextPattern> pattern;
    Span pattern_span;
    bool is_negated = false;
};

/// `*`: any searchable field.
struct Star {};

struct Expr {
    Span span;
    std::variant<Literal, Identifier, DatasetReference, Parameter, Tag, Link, Path, Call, Operation, Match, Star> node;
    std::vector<Expr> operands;
    std::size_t depth = 1;  ///< levels of nesting, this one included
};

/// An argument of a verb or function, perhaps with a name: `name:value`.
struct Argument {
    std::optional<Name> name;
    Expr value;

    Span span() const { return name ? source::join(name->span, value.span) : value.span; }
};

// --- Statements ------------------------------------------------------------------------------------------------------

struct Statement {
    Name verb;                   ///< as written
    std::string canonical_verb;  ///< aliases resolved; empty: an unknown verb, already reported
    bool is_deprecated = false;  ///< an alias that should not be written any more
    std::vector<Argument> arguments;
    Span span;
    bool is_broken = false;  ///< a syntax error was reported: the arguments are those before it
};

/// A subquery `@name <- @source { … }`, or the result.
struct Pipeline {
    std::optional<Name> name;    ///< empty: the result
    std::optional<Name> source;  ///< without `@`; empty: the default input
    std::vector<Statement> statements;
};

/// In order of definition; the result is the last one and always there.
struct Script {
    std::vector<Pipeline> pipelines;
};

}  // namespace domain::opal::ast
