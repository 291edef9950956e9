#include "domain/opal/reference/verb_docs.hpp"

namespace domain::opal::reference {
namespace {

constexpr VerbDoc kFilter[] = {
    {"filter", "filter predicate: bool", "EIRT", "same",
     "Keeps the rows for which the predicate is true; false and null drop the row.", "http",
     "filter status >= 500 and path ~ <pay -health>"},
    {"filter_last", "filter_last predicate: bool", "EIRT", "same",
     "Keeps all rows of those entities of a Resource whose last state in the query window matches; else like filter.", "pods",
     "filter_last phase = \"Running\""},
    {"ever", "ever predicate: bool, [frame(back:, ahead:)]?", "EIR", "same",
     "Keeps all rows of the keys for which at least one row matches.", "pods", "ever phase = \"Failed\""},
    {"always", "always predicate: bool, [frame(back:, ahead:)]?", "EIR", "same",
     "Keeps all rows of the keys for which every row matches.", "pods", "always namespace = \"shop\""},
    {"never", "never predicate: bool, [frame(back:, ahead:)]?", "EIR", "same",
     "Keeps all rows of the keys for which no row matches.", "pods", "never phase = \"Failed\""},
    {"limit", "limit count: const int64", "EIT", "same",
     "Keeps the first rows in the order of the last sort, or the oldest ones without a sort.", "http",
     "sort desc(duration_ms)\nlimit 2"},
    {"topk", "topk k: const int64, [score: aggregate]?, [group_by(...)]?", "EIRT", "same",
     "Keeps all rows of the k groups with the highest score and adds their rank as `_c_rank`.", "logs",
     "topk 1, count(), group_by(service)"},
    {"bottomk", "bottomk k: const int64, [score: aggregate]?, [group_by(...)]?", "EIRT", "same",
     "Keeps all rows of the k groups with the lowest score and adds their rank as `_c_rank`.", "http",
     "bottomk 1, sum(duration_ms), group_by(path)"},
};

constexpr VerbDoc kProjection[] = {
    {"make_col", "make_col [name:expression]+", "EIRT", "same",
     "Adds columns or replaces those of the same name; a later binding sees the earlier ones.", "http",
     "make_col sec:duration_ms / 1000, slow:sec > 0.5"},
    {"pick_col", "pick_col [column | name:expression]+", "EIRT", "same",
     "Makes the listed columns the only ones, in this order; time columns must be among them.", "http",
     "pick_col timestamp, url:path, ok:status < 400"},
    {"drop_col", "drop_col [column]+", "EIRT", "same",
     "Removes columns; time columns and the key of a Resource have to stay.", "logs", "drop_col attrs, bytes"},
    {"rename_col", "rename_col [new:old]+", "EIRT", "same",
     "Gives columns other names, all at once, so that names can be swapped.", "deploys",
     "rename_col release:version, by:author"},
    {"extract_regex", "extract_regex source: expression, pattern: regex, [flags: const string]?", "EIRT", "same",
     "Makes a column of each named group `(?P<name>...)` or `(?P<name::type>...)` of the first match.", "logs",
     "extract_regex body, /took (?P<ms::int64>[0-9]+)ms/"},
};

constexpr VerbDoc kAggregate[] = {
    {"statsby", "statsby [name:aggregate]*, [group_by(...)]?", "EIRT", "Table",
     "Makes one row of each group, over all rows of the query window.", "logs",
     "statsby errors:sum(if(level = \"error\", 1, 0)), total:count(), group_by(service)"},
    {"timechart",
     "timechart [options(bins:, min_bin:, empty_bins:, offset:)]?, [bin: duration]?, [frame(...)]?, [name:aggregate]+, "
     "[group_by(...)]?",
     "EIR", "Interval on a grid", "Makes one row of each group in each bin of time.", "logs",
     "timechart 10m, n:count(), group_by(service)"},
    {"timestats", "timestats [name:aggregate]*, [group_by(...)]?", "EIR", "Event for Event, else Interval",
     "Aggregates at every point in time: a new row wherever a row of the group begins or ends.", "pods",
     "timestats n:count(), group_by(node)"},
    {"dedup", "dedup [column | expression]*", "EIRT", "same",
     "Merges rows with equal columns and equal time; of the other columns the first value that is not null stays.", "logs",
     "dedup service"},
    {"histogram", "histogram [options(bins:, empty_bins:)]?, [name:]value, [group_by(...)]?", "EIRT", "Table",
     "Counts the rows in bins of equal width between the smallest and the largest value.", "http",
     "histogram options(bins:3), status"},
    {"make_reference", "make_reference [name:aggregate]+, [group_by(...)]?", "EIR", "Table",
     "Like statsby, but over the whole history instead of the query window.", "deploys",
     "make_reference first_seen:min(timestamp), releases:count(), group_by(service)"},
    {"make_session", "make_session [options(expiry: duration = 1h)]?, [name:aggregate]+, [group_by(...)]?", "EI", "Interval",
     "Joins the rows of a group into sessions that end when nothing follows in time.", "http",
     "make_session options(expiry:30m), hits:count(), group_by(user_id)"},
    {"merge_events",
     "merge_events first: bool, [options(max_size:, max_interval:, passthrough:)]?, [name:aggregate]+, [order_by(...)]?, "
     "[group_by(...)]?",
     "E", "Event", "Merges each row that matches with the rows of its group that follow it.", "logs",
     "merge_events not starts_with(body, \"  \"), options(max_interval:5s), text:string_agg(body, \"|\"), group_by(host)"},
    {"pivot", "pivot [options(align: duration)]?, name: column, value: column, [column:constant]+, [group_by(...)]?", "ET",
     "same", "Turns rows with a name and a value into one column for each listed name.", "logs",
     "statsby n:count(), group_by(service, level)\npivot level, n, error:\"error\", info:\"info\", group_by(service)"},
    {"unpivot", "unpivot [name_column: const string, value_column: const string]?, [column]+", "EIT", "same, without keys",
     "Turns each listed column into a row with its name and its value.", "http",
     "statsby lo:min(status), hi:max(status), group_by(method)\nunpivot \"stat\", \"v\", lo, hi"},
};

constexpr VerbDoc kMetrics[] = {
    {"align", "align [options(bins:, min_bin:, empty_bins:)]?, [period: duration]?, [frame(...)]?, [name:expression]+", "EI",
     "Interval on a grid",
     "Brings the series of metrics, selected by m(\"name\"), to a grid of time, one row for each set of tags and bin.",
     "metrics", "align 1m, cpu:avg(m(\"cpu_usage\"))"},
    {"aggregate", "aggregate [name:aggregate]+, [group_by(...)]?", "I", "Interval on a grid",
     "Combines the series of each bin; needs an input on a grid.", "metrics",
     "align 1m, cpu:avg(m(\"cpu_usage\"))\naggregate cpu:max(cpu), group_by(service)"},
    {"fill", "fill [frame(ahead: duration)]?, [column:constant]*", "I", "Interval on a grid",
     "Adds the bins that a group has no row in, with the given values.", "logs",
     "timechart 10m, n:count(), group_by(service)\nfill n:0"},
    {"rollup", "rollup [options(resolution: duration, buckets: int64)]?, [name:metric(\"m\", ...)]+", "EI",
     "Interval on a grid", "Older form of align: each metric is aligned by its own method.", "metrics",
     "rollup options(resolution:1m), cpu:metric(\"cpu_usage\", rollup:\"max\")"},
    {"make_metric", "make_metric [column]+, [tags(column, ...)]?", "I", "Event",
     "Turns each row of a grid into one row for each metric column, with name, value and tags.", "http",
     "timechart 1m, requests:count(), group_by(path)\nmake_metric requests, tags(path)"},
    {"set_metric",
     "set_metric options(type:, unit:, description:, label:, rollup:, aggregate:, interval:), name: const string", "EIRT",
     "same", "Says what a metric of the dataset is.", "metrics",
     "set_metric options(type:\"gauge\", unit:\"1\"), \"cpu_usage\""},
    {"set_metric_metadata", "set_metric_metadata @dataset", "EIRT", "same",
     "Names the dataset that describes the metrics.", "metrics", "set_metric_metadata @owners"},
    {"timeshift", "timeshift interval: const duration", "EIR", "same",
     "Moves all rows in time; a positive interval brings older rows into the query window.", "logs", "timeshift 30m"},
    {"timewrap",
     "timewrap interval: const duration, count: const int64, label_column: const string, [index_column: const string]?",
     "EIR", "same", "Lays copies of the past over the query window, each moved by one more interval.", "http",
     "timewrap 10m, 3, \"period\"\ntimechart 10m, n:count(), group_by(period)"},
};

constexpr VerbDoc kJoin[] = {
    {"join", "join on(predicate, [frame(...)]?), [name:@other.expression]*", "EIRT",
     "same; the right one's when only that has time", "Makes a row of every pair that matches, in key and in time.", "logs",
     "join on(service=@deploys.service, frame(back:10m)), version:@deploys.version"},
    {"leftjoin", "leftjoin on(predicate, [frame(...)]?), [name:@other.expression]*", "EIRT",
     "same; the right one's when only that has time", "Like join; rows without a match stay, with nulls.", "http",
     "leftjoin on(status=@codes.code), text:@codes.text"},
    {"fulljoin", "fulljoin on(predicate, [frame(...)]?), [name:@other.expression]*", "EIRT",
     "same; the right one's when only that has time", "Like join; rows of both sides stay without a match, with nulls.",
     "deploys",
     "statsby n:count(), group_by(service)\nfulljoin on(service=@owners.service), team:@owners.team"},
    {"lookup", "lookup on(predicate) | ^link | @target, [name:@target.expression]*", "EIRT", "same",
     "Adds columns of the one row of the target that has this key and is valid at the row's time.", "logs",
     "lookup on(service=@owners.service), team:@owners.team"},
    {"lookup_ip_info", "lookup_ip_info ip: ipv4, [name:@ip_info.path]+", "EIRT", "same",
     "Adds what is known about an address: country, city, time zone.", "http",
     "lookup_ip_info ipv4(client_ip), country:@ip_info.geo.country"},
    {"exists", "exists [frame(...)]?, [predicate]+", "EIRT", "same",
     "Keeps the rows that have a match in the other dataset.", "logs", "exists trace_id=@spans.trace_id"},
    {"not_exists", "not_exists [frame(...)]?, [predicate]+", "EIRT", "same",
     "Keeps the rows that have no match in the other dataset, those without a key too.", "logs",
     "not_exists trace_id=@spans.trace_id"},
    {"follow", "follow [frame(...)]?, [predicate]+", "EIRT", "the other dataset's",
     "Goes over to the rows of the other dataset that match one of these.", "logs",
     "filter service = \"db\"\nfollow trace_id=@spans.trace_id"},
    {"follow_not", "follow_not [frame(...)]?, [predicate]+", "EIRT", "the other dataset's",
     "Goes over to the rows of the other dataset that match none of these.", "spans",
     "filter error\nfollow_not trace_id=@logs.trace_id"},
    {"union", "union [@dataset]+", "EIT", "same",
     "Adds the rows of other datasets of the same kind; columns are matched by name.", "logs",
     "pick_col timestamp, service, what:body\nunion @deploys"},
    {"surrounding", "surrounding frame(back:, ahead:), @source, [name:constant]*", "E", "Event",
     "Adds the rows of a dataset that happened around the rows at hand.", "logs",
     "filter body ~ panic\nsurrounding frame(back:1m, ahead:1m), @logs, hit:true"},
    {"update_resource", "update_resource [options(expiry: duration = 1h)]?, [key = @events.column]+, [name:@events.expression]+",
     "R", "Resource", "Adds to the states of a Resource what events say about them, for a time.", "hosts",
     "update_resource options(expiry:10m), host=@logs.host, last_level:@logs.level"},
};

constexpr VerbDoc kSemistructured[] = {
    {"flatten", "flatten column, [suggesttypes: const bool]?", "EIRT", "same",
     "Makes a row of every node of an object or array; inner nodes have no value.", "orders", "flatten items"},
    {"flatten_all", "flatten_all column, [suggesttypes: const bool]?", "EIRT", "same",
     "Makes a row of every node of an object or array, inner nodes with their value.", "orders", "flatten_all items"},
    {"flatten_leaves", "flatten_leaves column, [suggesttypes: const bool]?", "EIRT", "same",
     "Makes a row of every leaf of an object or array.", "logs", "flatten_leaves attrs"},
    {"flatten_single", "flatten_single column, [suggesttypes: const bool]?", "EIRT", "same",
     "Makes a row of every member of the first level of an object or array.", "orders",
     "flatten_single items\nmake_col sku:string(_c_items_value.sku)"},
};

constexpr VerbDoc kKindAndTime[] = {
    {"make_event", "make_event [options(use_valid_to: bool)]?, [valid_from: column]?", "IRT", "Event",
     "Makes an event of each row, at its beginning or end, or at the time in a column.", "pods", "make_event"},
    {"make_interval", "make_interval [options(max_time_diff: duration = 1h)]?, [valid_from: column]?, [valid_to: column]?",
     "ERT", "Interval", "Makes an interval of each row, up to the time in a column; 36500d is no bound.", "orders",
     "make_col done:timestamp + 20m\nmake_interval done"},
    {"make_resource",
     "make_resource [options(expiry: duration = 24h)]?, [column | name:expression]*, [primary_key(...)]?, [valid_for(...)]?",
     "EI", "Resource", "Makes states of entities: a state lasts until the next one of its key, or until it expires.",
     "deploys", "make_resource options(expiry:30m), version, primary_key(service)"},
    {"make_table", "make_table", "EIR", "Table", "Takes time and keys away; all columns stay.", "http", "make_table"},
    {"set_timestamp", "set_timestamp [options(max_time_diff: duration = 1h)]?, [frame(...)]?, column", "E", "Event",
     "Makes another column the time of the events; 36500d and more is no bound.", "orders",
     "make_col ready:timestamp + 10m\nset_timestamp options(max_time_diff:15m), ready"},
    {"set_valid_from", "set_valid_from [options(max_time_diff: duration = 1h)]?, [frame(...)]?, column", "EIR", "same",
     "Makes another column the beginning of the intervals.", "spans",
     "make_col later:start_time + 1ms\nset_valid_from later"},
    {"set_valid_to", "set_valid_to [options(max_time_diff: duration = 1h)]?, [frame(...)]?, [column]?", "EIR",
     "Interval or Resource; Event without a column", "Makes a column the end of the rows; without one, takes the end away.",
     "orders", "make_col done:timestamp + 20m\nset_valid_to options(max_time_diff:1h), done"},
};

constexpr VerbDoc kKeysAndLinks[] = {
    {"set_primary_key", "set_primary_key [column]+", "EIRT", "same",
     "Says which columns name the entity; aggregating verbs group by them.", "http",
     "set_primary_key path\nstatsby n:count()"},
    {"add_key", "add_key [column]+", "EIRT", "same", "Says that these columns are unique, so that a lookup may use them.",
     "pods", "add_key pod, namespace"},
    {"unset_keys", "unset_keys", "EIRT", "same", "Takes primary and candidate keys away.", "spans", "unset_keys"},
    {"set_label", "set_label column", "EIRT", "same", "Says which column is shown for an entity.", "pods", "set_label pod"},
    {"set_link", "set_link [\"label\" | ^label]?, [column:@target.column]+", "EIRT", "same",
     "Says that columns name a row of another dataset.", "pods", "set_link \"Node\", node:@nodes.node"},
    {"unset_link", "unset_link [\"label\"]+", "EIRT", "same", "Takes the links with these labels away.", "pods",
     "unset_link \"Node\""},
    {"unset_all_links", "unset_all_links", "EIRT", "same", "Takes all links away.", "pods", "unset_all_links"},
};

constexpr VerbDoc kPresentation[] = {
    {"sort", "sort [expression | asc(...) | desc(...)]+", "EIRT", "same", "Sets the order of the rows.", "http",
     "sort desc(status), path"},
    {"unsort", "unsort", "EIRT", "same", "Forgets the order of the rows.", "http", "sort path\nunsort"},
    {"interface", "interface name: const string, [role:column]*", "EIRT", "same",
     "Says which columns play the roles of a known interface: log, metric, otel_span.", "logs",
     "interface \"log\", log:body"},
    {"drop_interface", "drop_interface [const string]+", "EIRT", "same", "Takes interfaces away.", "logs",
     "drop_interface \"log\""},
    {"set_col_enum", "set_col_enum [column:const bool]+", "EIRT", "same", "Marks columns that have few values.", "logs",
     "set_col_enum level:true"},
    {"set_col_immutable", "set_col_immutable [column:const bool]+", "EIRT", "same",
     "Promises that a column never changes for a key.", "pods", "set_col_immutable namespace:true"},
    {"set_col_searchable", "set_col_searchable [column:const bool]+", "EIRT", "same",
     "Says whether a search in all fields looks into a column.", "logs", "set_col_searchable attrs:false\nfilter <u2>"},
    {"set_col_visible", "set_col_visible [column:const bool]+", "EIRT", "same", "Says whether a column is shown at first.",
     "logs", "set_col_visible attrs:false"},
    {"set_dataset_alias", "set_dataset_alias name: const string", "EIRT", "same",
     "Gives the dataset a short name for its metrics.", "metrics", "set_dataset_alias \"m\""},
};

constexpr VerbChapter kVerbChapters[] = {
    {"Filter", kFilter},
    {"Projection", kProjection},
    {"Aggregate", kAggregate},
    {"Metrics", kMetrics},
    {"Join", kJoin},
    {"Semistructured", kSemistructured},
    {"Kind and time", kKindAndTime},
    {"Keys and links", kKeysAndLinks},
    {"Presentation, interfaces, order", kPresentation},
};

}  // namespace

std::span<const VerbChapter> verb_chapters() { return kVerbChapters; }

const VerbDoc* find_verb_doc(std::string_view name) {
    for (const VerbChapter& chapter : kVerbChapters) {
        for (const VerbDoc& doc : chapter.verbs) {
            if (doc.name == name) return &doc;
        }
    }
    return nullptr;
}

}  // namespace domain::opal::reference
