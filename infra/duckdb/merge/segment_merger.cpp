#include "infra/duckdb/merge/segment_merger.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "infra/duckdb/merge/column_source.hpp"
#include "infra/duckdb/merge/merge_sql.hpp"
#include "infra/duckdb/merge/row_keys.hpp"
#include "infra/duckdb/merge/row_order.hpp"
#include "infra/duckdb/merge/value_store.hpp"
#include "infra/duckdb/parquet/file_writer.hpp"

namespace infra::duckdb::merge {
namespace {

namespace base = domain::base;
using domain::catalog::LeafType;
using domain::catalog::PathColumn;
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;
using parquet::FileWriter;

/// A column of the merged file: its name there, its type, and its name in each of the sources, empty where it has none.
struct MergedColumn {
    std::string name;
    LeafType type = LeafType::kString;
    std::vector<std::string> names;
};

std::vector<MergedColumn> fixed_columns(const std::vector<RowSource>& sources) {
    std::vector<MergedColumn> columns;
    for (const auto& [name, type] : std::initializer_list<std::pair<const char*, LeafType>>{
             {"ts", LeafType::kInt64},         {"kind", LeafType::kString}, {"bundle", LeafType::kString},
             {"idx", LeafType::kInt64},        {"datastream", LeafType::kInt64}, {"token", LeafType::kString},
             {"shape", LeafType::kString},     {"rest", LeafType::kString}, {"extra_shape", LeafType::kString},
             {"extra_rest", LeafType::kString}}) {
        columns.push_back({name, type, std::vector<std::string>(sources.size(), name)});
    }
    return columns;
}

std::vector<MergedColumn> columns_of(const std::vector<RowSource>& sources, const SegmentLayout& layout) {
    std::vector<MergedColumn> columns = fixed_columns(sources);
    const auto key = [](const PathColumn& column) { return std::tie(column.base, column.path, column.type); };
    for (const PathColumn& column : layout.columns) {
        MergedColumn& merged = columns.emplace_back(MergedColumn{column.column, column.type, {}});
        for (const RowSource& source : sources) {
            const auto& own = source.files.layout->columns;
            const auto found = std::find_if(own.begin(), own.end(), [&](const PathColumn& other) { return key(other) == key(column); });
            merged.names.push_back(found == own.end() ? std::string() : found->column);
        }
    }
    return columns;
}

}  // namespace

struct SegmentMerger::State {
    explicit State(SegmentMergerConfig the_config) : config(std::move(the_config)) {}

    base::Result<void> write_column(const std::vector<RowSource>& sources, const MergedColumn& column, const RowOrder& order,
                                    FileWriter& file);
    base::Result<bool> keep(const std::vector<RowSource>& sources, const MergedColumn& column, ValueStore& store,
                            const ValueStore::Wanted& wanted, bool is_least);
    ValueStore& store_of(LeafType type);

    const SegmentMergerConfig config;
    std::string directory;  // ends with a slash
    std::unique_ptr<ColumnSource> source;
    std::map<LeafType, std::unique_ptr<ValueStore>> stores;
};

ValueStore& SegmentMerger::State::store_of(LeafType type) {
    auto& store = stores[type == LeafType::kArray ? LeafType::kString : type];
    if (!store) store = make_value_store(type);
    return *store;
}

/// Reads the column into the store; false when it has too many bytes for that.
base::Result<bool> SegmentMerger::State::keep(const std::vector<RowSource>& sources, const MergedColumn& column, ValueStore& store,
                                              const ValueStore::Wanted& wanted, bool is_least) {
    store.begin(wanted.places.size());
    bool is_too_much = false;
    for (std::size_t i = 0; i < sources.size() && !is_too_much; ++i) {
        if (column.names[i].empty()) continue;
        const auto kept = for_each_row(*source, sources[i], column.names[i], [&](duckdb_vector vector, std::size_t first, std::size_t count) {
            store.keep(vector, first, count, wanted);
            is_too_much = !is_least && store.bytes() > config.column_bytes_max;
            return !is_too_much;
        });
        if (!kept) return kept.error();
    }
    return !is_too_much;
}

base::Result<void> SegmentMerger::State::write_column(const std::vector<RowSource>& sources, const MergedColumn& column,
                                                      const RowOrder& order, FileWriter& file) {
    ValueStore& store = store_of(column.type);
    const std::span<const std::uint32_t> rows(order.rows);
    std::size_t step = order.ends.size();
    for (std::size_t group = 0; group < order.ends.size();) {
        const std::size_t end = std::min(order.ends.size(), group + step);
        const ValueStore::Wanted wanted{order.places, order.first_of(group), order.ends[end - 1]};
        const auto kept = keep(sources, column, store, wanted, step == 1);
        if (!kept) return kept.error();
        if (!*kept) {
            step = (end - group + 1) / 2;
            continue;
        }
        for (; group < end; ++group) {
            const std::size_t first = order.first_of(group);
            parquet::Column& values = store.column_of(rows.subspan(first, order.ends[group] - first));
            if (auto done = file.write_chunk({column.name, &values}, group, order.ends[group] - first); !done) return done;
        }
    }
    return {};
}

base::Result<std::unique_ptr<SegmentMerger>> SegmentMerger::open(const SegmentMergerConfig& config) {
    std::error_code failed;
    std::filesystem::create_directories(config.segment_directory, failed);
    if (failed || !config.segment_directory.is_absolute()) {
        return base::Error(base::ErrorCode::kInvalidArgument,
                           "segment directory must be absolute and writable: " + config.segment_directory.string());
    }
    auto state = std::make_unique<State>(config);
    state->directory = config.segment_directory.lexically_normal().string();
    if (!state->directory.ends_with('/')) state->directory += '/';
    auto source = ColumnSource::open(state->directory, config.read_bytes_max);
    if (!source) return source.error();
    state->source = std::move(*source);
    return std::unique_ptr<SegmentMerger>(new SegmentMerger(std::move(state)));
}

SegmentMerger::SegmentMerger(std::unique_ptr<State> state) : state_(std::move(state)) {}

SegmentMerger::~SegmentMerger() = default;

base::Result<MergedRows> SegmentMerger::merge(std::span<const Segment> segments, const SegmentLayout& layout, const std::string& file) {
    auto writer = FileWriter::create(state_->directory + file);
    if (!writer) return writer.error();
    auto sources = row_sources(*state_->source, segments, state_->directory);
    if (!sources) return sources.error();
    std::int64_t raw_bytes = 0;
    for (const Segment& segment : segments) raw_bytes += segment.raw_bytes;
    auto keys = read_keys(*state_->source, *sources, layout);
    if (!keys) return keys.error();
    const std::vector<std::int64_t>& times = keys->times;
    RowOrderLimits limits;
    const std::size_t row_bytes = static_cast<std::size_t>(raw_bytes) / times.size() + 1;
    limits.group_rows_max = std::clamp<std::size_t>(state_->config.row_group_bytes_max / row_bytes, 1, limits.group_rows_max);
    const RowOrder order = order_rows(keys->cells, keys->identifiers, times, limits);
    for (const MergedColumn& column : columns_of(*sources, layout)) {
        if (auto done = state_->write_column(*sources, column, order, **writer); !done) return done.error();
    }
    if (auto size = (*writer)->finish({{"opalite.layout", domain::catalog::to_json(layout)}}); !size) return size.error();
    const auto [least, greatest] = std::minmax_element(times.begin(), times.end());
    MergedRows merged;
    merged.rows = static_cast<std::int64_t>(times.size());
    merged.time_min = base::from_nanoseconds(*least);
    merged.time_max = base::from_nanoseconds(*greatest);
    return merged;
}

void SegmentMerger::stop() { state_->source->stop(); }

}  // namespace infra::duckdb::merge
