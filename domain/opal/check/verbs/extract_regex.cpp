#include "domain/opal/check/verbs/extract_regex.hpp"

#include <algorithm>
#include <array>

#include "domain/opal/check/regex_check.hpp"
#include "domain/opal/check/types.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {
namespace {

struct GroupType {
    std::string_view name;
    std::string_view cast;  // the function that reads the text
    Type type;
};

constexpr std::array kGroupTypes = {
    GroupType{"string", "string", Type::kString},
    GroupType{"int64", "int64", Type::kInt64},
    GroupType{"float64", "float64", Type::kFloat64},
    GroupType{"bool", "bool", Type::kBool},
    GroupType{"ipv4", "ipv4", Type::kIpv4},
    GroupType{"parse_json", "parse_json", Type::kVariant},
    GroupType{"parse_isotime", "parse_isotime", Type::kTimestamp},
    GroupType{"timestamp_s", "from_seconds", Type::kTimestamp},
    GroupType{"timestamp_ms", "from_milliseconds", Type::kTimestamp},
    GroupType{"timestamp_us", "timestamp_us", Type::kTimestamp},
    GroupType{"timestamp_ns", "from_nanoseconds", Type::kTimestamp},
    GroupType{"duration", "duration", Type::kDuration},
};

struct NamedGroup {
    int number = 0;
    std::string name;
    std::string type;  // behind `::`, empty without
};

struct SplitPattern {
    std::string pattern;  // without the `::type` suffixes
    int group_count = 0;
    std::vector<NamedGroup> named;
};

/// Finds the groups of a pattern: `(` opens one unless it is escaped, in a class, or followed by `?` other than `?P<`.
SplitPattern split_pattern(const std::string& pattern) {
    SplitPattern result;
    bool in_class = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        result.pattern += c;
        if (c == '\\' && i + 1 < pattern.size()) {
            result.pattern += pattern[++i];
        } else if (in_class) {
            in_class = c != ']';
        } else if (c == '[') {
            in_class = true;
            // `]` directly behind `[` or `[^` is a member of the class.
            if (pattern.compare(i + 1, 1, "^") == 0) result.pattern += pattern[++i];
            if (pattern.compare(i + 1, 1, "]") == 0) result.pattern += pattern[++i];
        } else if (c == '(') {
            const bool is_named = pattern.compare(i + 1, 3, "?P<") == 0;
            if (!is_named && pattern.compare(i + 1, 1, "?") == 0) continue;
            ++result.group_count;
            const std::size_t close = is_named ? pattern.find('>', i) : std::string::npos;
            if (close == std::string::npos) continue;
            const std::string inner = pattern.substr(i + 4, close - i - 4);
            const std::size_t colons = inner.find("::");
            const std::string name = inner.substr(0, colons);
            result.named.push_back(
                {result.group_count, name, colons == std::string::npos ? "" : inner.substr(colons + 2)});
            result.pattern += "?P<" + name + ">";
            i = close;
        }
    }
    return result;
}

const GroupType* find_group_type(const std::string& name) {
    for (const GroupType& row : kGroupTypes) {
        if (row.name == (name.empty() ? "string" : name)) return &row;
    }
    return nullptr;
}

/// The pattern and flags as written, not compiled yet: the `::type` suffixes are no regex syntax.
std::optional<Regex> written_regex(VerbContext& context, const ast::Expr& expr) {
    if (const auto* literal = std::get_if<ast::Literal>(&expr.node)) {
        if (const auto* regex = std::get_if<ast::Regex>(&literal->value)) return Regex{regex->pattern, regex->flags};
    }
    if (const ast::Call* call = argument_call(expr, "regex"); call != nullptr && !call->arguments.empty()) {
        const auto pattern = context.expressions.check_constant(call->arguments[0].value, context.scope(), Type::kString,
                                                                "regex", 1, "pattern");
        std::string flags;
        if (call->arguments.size() > 1) {
            const auto text = context.expressions.check_constant(call->arguments[1].value, context.scope(), Type::kString,
                                                                 "regex", 2, "flags");
            if (!text) return std::nullopt;
            flags = *constant<std::string>(*text);
        }
        return pattern ? std::optional(Regex{*constant<std::string>(*pattern), flags}) : std::nullopt;
    }
    const auto pattern =
        context.expressions.check_constant(expr, context.scope(), Type::kString, context.verb(), 2, "regex");
    return pattern ? std::optional(Regex{*constant<std::string>(*pattern), ""}) : std::nullopt;
}

/// Adds the column of a group to the node and the state; reports what stands in its way.
bool add_group(VerbContext& context, ExtractRegex& node, const NamedGroup& group, Span span) {
    const std::string number = std::to_string(group.number);
    const GroupType* type = find_group_type(group.type);
    if (type == nullptr) {
        std::vector<std::string_view> names;
        for (const GroupType& row : kGroupTypes) names.push_back(row.name);
        context.error("unknown-type", span,
                      "regex capture group " + number + " (\"" + group.name + "\") has the unknown type \"" + group.type + "\"",
                      source::did_you_mean(group.type, names));
        return false;
    }
    auto& columns = context.state.columns;
    const auto old = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == group.name; });
    CaptureGroup capture{group.number, group.name, context.ids.next(), type->cast, std::nullopt};
    Column column{.id = capture.column, .name = group.name, .type = type->type};
    if (old == columns.end()) {
        columns.push_back(std::move(column));
    } else if (context.is_time_column(old->id)) {
        context.error("protected-column", span,
                      "regex capture group " + number + " overwrites " + context.describe_time_column(*old));
        return false;
    } else if (!old->is_broken && (old->type != Type::kString || type->type != Type::kString)) {
        context.error("protected-column", span,
                      "regex capture group " + number + " would overwrite column \"" + old->name + "\" of type " +
                          std::string(catalog::name(old->type)),
                      old->type == Type::kString ? "a string column can be overwritten by text only: leave out ::" + group.type
                                                 : "only string columns can be overwritten");
        return false;
    } else {
        capture.fallback = old->id;
        column.is_searchable = old->is_searchable;
        *old = std::move(column);
    }
    node.groups.push_back(std::move(capture));
    return true;
}

}  // namespace

void check_extract_regex(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    if (!context.check_argument_count({"source", "regex", "flags"}, 1)) return context.give_up();
    bool is_ok = true;
    for (const ast::Argument& argument : arguments) is_ok = context.check_unnamed(argument) && is_ok;
    if (!is_ok) return context.give_up();

    ExtractRegex node;
    auto source = context.expressions.check(arguments[0].value, context.scope());
    auto written = written_regex(context, arguments[1].value);
    if (arguments.size() == 3) {
        const auto flags = context.expressions.check_constant(arguments[2].value, context.scope(), Type::kString,
                                                              context.verb(), 3, "flags");
        if (flags && written) written->flags += *constant<std::string>(*flags);
    }
    if (!written) return context.give_up();
    const Span span = arguments[1].value.span;
    const SplitPattern split = split_pattern(written->pattern);
    const auto regex = check_regex_text(split.pattern, written->flags, span, context.diagnostics());
    if (!regex) return context.give_up();
    if (split.named.empty()) {
        context.error("no-capture-group", span,
                      "\"" + context.verb() + "\" needs at least one named capture group (?P<name>...)");
        return context.give_up();
    }
    for (const NamedGroup& group : split.named) is_ok = add_group(context, node, group, span) && is_ok;
    if (!is_ok) context.give_up();
    context.forget_lost_roles();
    if (!source || !is_ok) return;
    node.source = cast_to(std::move(*source), Type::kString);
    node.regex = *regex;
    node.group_count = split.group_count;
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
