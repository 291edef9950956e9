#include "domain/opal/parse/verb_table.hpp"

#include <vector>

#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::parse {
namespace {

constexpr auto kNone = VerbArguments::kNone;
constexpr auto kOptional = VerbArguments::kOptional;
constexpr auto kRequired = VerbArguments::kRequired;

constexpr Verb verb(std::string_view name, VerbArguments arguments = kRequired) {
    return {name, name, false, arguments};
}
constexpr Verb alias(std::string_view name, std::string_view canonical, VerbArguments arguments = kRequired) {
    return {name, canonical, false, arguments};
}
constexpr Verb deprecated(std::string_view name, std::string_view canonical, VerbArguments arguments = kRequired) {
    return {name, canonical, true, arguments};
}

constexpr Verb kVerbs[] = {
    // Filter
    verb("filter"), verb("filter_last"), verb("ever"), verb("always"), verb("never"), verb("limit"), verb("topk"),
    verb("bottomk"),
    // Projection
    verb("make_col"), verb("pick_col"), verb("drop_col"), verb("rename_col"), verb("extract_regex"),
    deprecated("colmake", "make_col"), deprecated("colpick", "pick_col"), deprecated("coldrop", "drop_col"),
    deprecated("colrename", "rename_col"), deprecated("colregex", "extract_regex"),
    // Aggregate
    verb("statsby"), verb("timechart"), alias("bucketize", "timechart"), verb("timestats"), verb("dedup", kOptional),
    alias("distinct", "dedup", kOptional), verb("histogram"), verb("make_reference"), verb("make_session"),
    deprecated("makesession", "make_session"), verb("merge_events"), verb("pivot"), verb("unpivot"),
    // Metrics
    verb("align"), verb("aggregate"), deprecated("reaggregate", "aggregate"), verb("fill", kOptional), verb("rollup"),
    verb("make_metric", kOptional), verb("set_metric"), deprecated("addmetric", "set_metric"),
    verb("set_metric_metadata"), verb("timeshift"), verb("timewrap"),
    // Join
    verb("join"), verb("leftjoin"), verb("fulljoin"), verb("lookup"), verb("lookup_ip_info"), verb("exists"),
    verb("not_exists"), verb("follow"), verb("follow_not"), verb("union"), verb("surrounding"),
    verb("update_resource"), deprecated("mergeevent", "update_resource"),
    deprecated("merge_event", "update_resource"),
    // Semistructured
    verb("flatten"), verb("flatten_all"), verb("flatten_leaves"), verb("flatten_single"),
    deprecated("flattenall", "flatten_all"), deprecated("flattenleaves", "flatten_leaves"),
    deprecated("flattensingle", "flatten_single"),
    // Kind and time
    verb("make_event", kOptional), deprecated("changelog", "make_event", kOptional),
    verb("make_interval", kOptional), verb("make_resource", kOptional),
    deprecated("makeresource", "make_resource", kOptional), verb("make_table", kNone),
    deprecated("droptime", "make_table", kNone), verb("set_timestamp"), verb("set_valid_from"),
    deprecated("setvf", "set_valid_from"), verb("set_valid_to", kOptional),
    deprecated("setvt", "set_valid_to", kOptional),
    // Keys and links
    verb("set_primary_key"), alias("set_pk", "set_primary_key"), deprecated("setpk", "set_primary_key"),
    verb("add_key"), deprecated("addkey", "add_key"), verb("unset_keys", kNone), verb("set_label"),
    deprecated("setlabel", "set_label"), verb("set_link"), deprecated("addfk", "set_link"), verb("unset_link"),
    deprecated("fkdrop", "unset_link"), verb("unset_all_links", kNone),
    // Presentation, interfaces, order
    verb("sort"), verb("unsort", kNone), verb("interface"), verb("drop_interface"), verb("set_col_enum"),
    deprecated("colenum", "set_col_enum"), verb("set_col_immutable"),
    deprecated("colimmutable", "set_col_immutable"), verb("set_col_searchable"),
    deprecated("colsearchable", "set_col_searchable"), verb("set_col_visible"),
    deprecated("colshow", "set_col_visible"), verb("set_dataset_alias"),
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb* find_verb(std::string_view name) {
    for (const Verb& row : kVerbs) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

std::string_view nearest_verb(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Verb& row : kVerbs) {
        if (!row.is_deprecated) names.push_back(row.name);
    }
    return source::nearest_name(name, names);
}

}  // namespace domain::opal::parse
