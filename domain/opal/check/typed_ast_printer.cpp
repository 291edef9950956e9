#include "domain/opal/check/typed_ast_printer.hpp"

#include <charconv>

#include "domain/opal/ast/ast_printer.hpp"

namespace domain::opal::check {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // clang 14 does not deduce it for aggregates

/// The items through `text`, separated by commas.
template <class Items, class Text>
std::string list(const Items& items, Text text) {
    std::string result;
    for (const auto& item : items) {
        if (!result.empty()) result += ", ";
        result += text(item);
    }
    return result;
}

std::string print_id(ColumnId id) { return "#" + std::to_string(id.value()); }

std::string print_regex(const Regex& regex) { return "/" + regex.pattern + "/" + regex.flags; }

std::string print_direction(bool is_descending, bool nulls_first) {
    return std::string(is_descending ? " desc" : " asc") +
           (nulls_first == is_descending ? "" : nulls_first ? " nulls first" : " nulls last");
}

std::string print_literal(const Literal& literal) {
    return std::visit(Overloaded{
                          [](Null) { return std::string("null"); },
                          [](bool value) { return std::string(value ? "true" : "false"); },
                          [](std::int64_t value) { return std::to_string(value); },
                          [](double value) {
                              char buffer[64];
                              std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
                              return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
                          },
                          [](const std::string& value) { return ast::quote(value); },
                          [](DurationValue value) { return std::to_string(value.nanoseconds) + "ns"; },
                          [](const Regex& value) { return print_regex(value); },
                      },
                      literal.value);
}

std::string print_path(const PathAccess& path) {
    std::string result;
    for (const PathAccess::Step& step : path.steps) {
        const auto* key = std::get_if<std::string>(&step);
        result += key != nullptr ? "." + ast::quote(*key) : "[" + std::to_string(std::get<std::int64_t>(step)) + "]";
    }
    return result;
}

std::string print_match(const SearchMatch& match, const std::vector<Expr>& operands) {
    const std::string pattern = std::visit(
        Overloaded{
            [](const SearchTerms& terms) { return ast::print(terms); },
            [](const Regex& regex) { return print_regex(regex); },
            [](const Ipv4Network& network) {
                return "net " + std::to_string(network.address) + "/" + std::to_string(network.mask);
            },
        },
        match.pattern);
    const std::string fields = list(operands, [](const Expr& e) { return print(e); });
    return (match.any_field ? "any(" + fields + ")" : fields) + (match.is_negated ? " !~ " : " ~ ") + pattern;
}

std::string print_bindings(const std::vector<Binding>& bindings) {
    return list(bindings, [](const Binding& b) { return print_id(b.column) + "=" + print(b.value); });
}

std::string print_groups(const std::vector<Binding>& keys, const std::vector<Binding>& aggregates) {
    return "keys [" + print_bindings(keys) + "] aggregates [" + print_bindings(aggregates) + "]";
}

std::string print_time_chart(const TimeChart& node) {
    std::string result = "timechart size " + std::to_string(node.grid.size_ns) + " offset " +
                         std::to_string(node.grid.offset_ns);
    if (node.frame) {
        result += " frame back " + std::to_string(node.frame->back_ns) + " ahead " + std::to_string(node.frame->ahead_ns);
    }
    if (node.empty_bins) result += " empty_bins";
    return result + " columns " + print_id(node.valid_from) + " " + print_id(node.valid_to) + " " +
           print_id(node.bucket) + " " + print_groups(node.keys, node.aggregates);
}

std::string print_order(const std::vector<OrderKey>& keys) {
    return list(keys, [](const OrderKey& key) {
        return print_id(key.column) + print_direction(key.is_descending, key.nulls_first);
    });
}

std::string print_extract(const ExtractRegex& node) {
    return "extract_regex " + print(node.source) + " " + print_regex(node.regex) + " groups " +
           std::to_string(node.group_count) + " [" +
           list(node.groups,
                [](const CaptureGroup& group) {
                    return std::to_string(group.number) + ":" + print_id(group.column) + " " + std::string(group.cast) +
                           (group.fallback ? " else " + print_id(*group.fallback) : "");
                }) +
           "]";
}

std::string print_window(const WindowCall& window, const std::string& arguments) {
    std::string result = "window(" + std::string(window.function) + "(" + arguments + ")";
    if (!window.partition_by.empty()) result += " by " + list(window.partition_by, [](const Expr& e) { return print(e); });
    if (!window.order_by.empty()) {
        result += " order " + list(window.order_by, [](const SortKey& key) {
            return print(key.value) + print_direction(key.is_descending, key.nulls_first);
        });
    }
    if (window.frame) {
        const auto bound = [](const std::optional<std::int64_t>& distance) {
            return distance ? std::to_string(*distance) : "all";
        };
        result += " back " + bound(window.frame->back) + " ahead " + bound(window.frame->ahead) +
                  (window.frame->unit == WindowFrame::Unit::kRows ? " rows" : "");
    }
    return result + ")";
}

std::string print_frame(const std::optional<Frame>& frame) {
    return frame ? " frame back " + std::to_string(frame->back_ns) + " ahead " + std::to_string(frame->ahead_ns) : "";
}

std::string print_other(const Import& other) {
    const bool is_input = other.source.kind == PipelineSource::Kind::kInput;
    return (is_input ? "input " : "pipeline ") + std::to_string(other.source.index) + " [" +
           list(other.state.columns, [](const Column& c) { return print_id(c.id) + " " + c.name; }) + "]";
}

std::string print_join(const Join& node) {
    const std::string_view kind = node.kind == Join::Kind::kInner ? "join " : node.kind == Join::Kind::kLeft ? "leftjoin " : "fulljoin ";
    std::string result = std::string(kind) + print_other(node.other) + " on " + print(node.predicate) + print_frame(node.frame);
    if (!node.bindings.empty()) result += " make " + print_bindings(node.bindings);
    if (node.valid_from) result += " from " + print_id(*node.valid_from);
    if (node.valid_to) result += " to " + print_id(*node.valid_to);
    return result;
}

std::string print_ids(const std::vector<ColumnId>& ids) { return "[" + list(ids, print_id) + "]"; }

std::string print_span(ColumnId from, ColumnId to) { return " from " + print_id(from) + " to " + print_id(to); }

std::string print_merge(const MergeEvents& node) {
    std::string result = "merge_events start " + print(node.starts) + " " + print_groups(node.keys, node.aggregates);
    if (node.size_max) result += " size " + std::to_string(*node.size_max);
    if (node.gap_max_ns) result += " gap " + std::to_string(*node.gap_max_ns);
    if (!node.order_by.empty()) {
        result += " order " + list(node.order_by, [](const SortKey& key) {
            return print(key.value) + print_direction(key.is_descending, key.nulls_first);
        });
    }
    return result + (node.passthrough ? " passthrough" : "") + " time " + print_id(node.time);
}

}  // namespace

std::string print(const Expr& expr) {
    const auto arguments = [&] { return list(expr.operands, [](const Expr& e) { return print(e); }); };
    return std::visit(
        Overloaded{
            [](const Literal& literal) { return print_literal(literal); },
            [](const ColumnRef& reference) { return print_id(reference.column); },
            [&](const PathAccess& path) { return print(expr.operands[0]) + print_path(path); },
            [&](const Call& call) { return std::string(call.function) + "(" + arguments() + ")"; },
            [&](const Aggregate& aggregate) {
                const std::string order = list(aggregate.order_by, [](const SortKey& key) {
                    return print(key.value) + print_direction(key.is_descending, key.nulls_first);
                });
                return std::string(aggregate.function) + "(" + arguments() + (order.empty() ? "" : " order " + order) + ")";
            },
            [&](const WindowCall& window) { return print_window(window, arguments()); },
            [&](const SearchMatch& match) { return "(" + print_match(match, expr.operands) + ")"; },
        },
        expr.node);
}

std::string print(const Statement& statement) {
    return std::visit(
        Overloaded{
            [](const Filter& node) { return "filter " + print(node.predicate); },
            [](const MakeColumns& node) { return "make " + print_bindings(node.bindings); },
            [&](const Project&) {
                return "project [" + list(statement.output.columns, [](const Column& c) {
                           return print_id(c.id) + " " + c.name;
                       }) + "]";
            },
            [](const Retime& node) {
                return "retime back " + std::to_string(node.back_ns) + " ahead " + std::to_string(node.ahead_ns) +
                       (node.shift_ns == 0 ? "" : " shift " + std::to_string(node.shift_ns));
            },
            [](const StatsBy& node) {
                return "statsby " + std::string(node.all_time ? "of all time " : "") + print_groups(node.keys, node.aggregates);
            },
            [](const TimeChart& node) { return print_time_chart(node); },
            [](const Sort& node) { return "sort " + print_order(node.keys); },
            [](const Limit& node) { return "limit " + std::to_string(node.count); },
            [](const Dedup& node) { return "dedup " + list(node.keys, [](const Expr& e) { return print(e); }); },
            [](const ExtractRegex& node) { return print_extract(node); },
            [](const Join& node) { return print_join(node); },
            [](const Exists& node) {
                return std::string(node.is_negated ? "not_exists " : "exists ") + print_other(node.other) + " on " +
                       print(node.predicate) + print_frame(node.frame);
            },
            [](const Follow& node) {
                return std::string(node.is_negated ? "follow_not " : "follow ") + print_other(node.other) + " on " +
                       print(node.predicate) + print_frame(node.frame);
            },
            [](const Union& node) {
                std::string result = "union";
                for (const Import& other : node.others) result += " " + print_other(other);
                return result + print_frame(node.near);
            },
            [](const TopK& node) {
                return std::string(node.is_bottom ? "bottomk " : "topk ") + std::to_string(node.count) +
                       (node.score ? " score " + print(*node.score) : "") + " keys [" +
                       list(node.keys, [](const Expr& e) { return print(e); }) + "]" +
                       (node.each_row ? " each row" : "") + " rank " + print_id(node.rank);
            },
            [](const Flatten& node) {
                return "flatten mode " + std::to_string(static_cast<int>(node.mode)) + " " + print_id(node.source) +
                       " path " + print_id(node.path) + " value " + print_id(node.value);
            },
            [](const Unpivot& node) {
                return "unpivot [" + list(node.sources, [](const Column& c) { return print_id(c.id); }) + "] name " +
                       print_id(node.name) + " value " + print_id(node.value);
            },
            [](const MakeResource& node) {
                return "make_resource keys " + print_ids(node.keys) + " values " + print_ids(node.values) + " expiry " +
                       std::to_string(node.expiry_ns) + (node.lifetime ? " lifetime " + print(*node.lifetime) : "") +
                       print_span(node.valid_from, node.valid_to);
            },
            [](const TimeStats& node) {
                return "timestats " + print_groups(node.keys, node.aggregates) + print_span(node.valid_from, node.valid_to);
            },
            [](const Histogram& node) {
                return "histogram " + std::to_string(node.bins) + (node.only_filled ? " filled" : "") + " of " +
                       print(node.value) + " by " + print_bindings(node.keys) + print_span(node.start, node.end) + " count " +
                       print_id(node.count);
            },
            [](const Session& node) {
                return "session gap " + std::to_string(node.gap_ns) + " " + print_groups(node.keys, node.aggregates) +
                       print_span(node.valid_from, node.valid_to);
            },
            [](const MergeEvents& node) { return print_merge(node); },
            [](const UpdateResource& node) {
                return "update_resource " + print_join(node.join) + " expiry " + std::to_string(node.expiry_ns) + " end " +
                       print_id(node.event_end);
            },
            [](const Fill& node) {
                return "fill " + (node.ahead_ns ? "ahead " + std::to_string(*node.ahead_ns) + " " : "") + "keys [" +
                       list(node.keys, [](const Column& c) { return print_id(c.id); }) + "] values [" +
                       list(node.values, [](const Fill::Value& value) {
                           return print_id(value.constant.column) + "=" + print(value.constant.value) + " or " + print_id(value.source);
                       }) + "]";
            },
            [](const TimeWrap& node) {
                return "timewrap " + std::to_string(node.interval_ns) + " " + std::to_string(node.labels.size()) + " times " +
                       print_ids(node.sources) + " label " + print_id(node.label);
            },
        },
        statement.node);
}

std::string print(const DatasetState& state) {
    std::string result = std::string(catalog::name(state.kind)) + " [" + list(state.columns, [](const Column& c) {
        return print_id(c.id) + " " + c.name + " " + std::string(catalog::name(c.type));
    }) + "]";
    if (state.valid_from) result += " from " + print_id(*state.valid_from);
    if (state.valid_to) result += " to " + print_id(*state.valid_to);
    if (!state.primary_key.empty()) result += " key " + print_ids(state.primary_key);
    if (state.grid) {
        result += " grid " + std::to_string(state.grid->size_ns) + " offset " + std::to_string(state.grid->offset_ns);
    }
    if (!state.order.empty()) result += " order " + print_order(state.order);
    return result;
}

std::string print(const Script& script) {
    std::string result;
    for (const Pipeline& pipeline : script.pipelines) {
        if (!pipeline.name.empty()) result += "@" + pipeline.name + "\n";
        const bool is_input = pipeline.source.kind == PipelineSource::Kind::kInput;
        result += (is_input ? "source input " : "source pipeline ") + std::to_string(pipeline.source.index) + "\n";
        for (const Statement& statement : pipeline.statements) result += print(statement) + "\n";
        result += "output " + print(pipeline.output()) + "\n";
    }
    return result;
}

}  // namespace domain::opal::check
