#include "consumers/landing/segment_builder.hpp"

#include <algorithm>
#include <ctime>
#include <unordered_set>

#include "consumers/landing/segment_columns.hpp"
#include "domain/catalog/skeleton.hpp"

namespace consumers::landing {

namespace base = domain::base;
namespace catalog = domain::catalog;
using infra::duckdb::parquet::FileWriter;
using infra::duckdb::parquet::Int64Column;
using infra::duckdb::parquet::NamedColumn;

namespace {

/// Adds the processor time of its scope to a counter, when it is switched on.
class Stopwatch {
public:
    Stopwatch(bool is_on, std::int64_t& total) : is_on_(is_on), total_(total), start_(is_on ? now() : 0) {}
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    ~Stopwatch() {
        if (is_on_) total_ += now() - start_;
    }

private:
    static std::int64_t now() {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }
    const bool is_on_;
    std::int64_t& total_;
    const std::int64_t start_;
};

/// Widens a range by the values of one row group.
void widen(std::optional<catalog::PathRange>& range, const catalog::PathColumn& path, const Int64Column& column) {
    const auto extremes = column.extremes();
    if (!extremes) return;
    if (!range) range = catalog::PathRange{path.base, path.path, extremes->first, extremes->second, false};
    range->min = std::min(range->min, extremes->first);
    range->max = std::max(range->max, extremes->second);
}

}  // namespace

SegmentBuilder::SegmentBuilder(const Limits& limits) : limits_(limits), columns_(std::make_unique<Columns>()) {}
SegmentBuilder::~SegmentBuilder() = default;

void SegmentBuilder::begin(const std::vector<Record>& records) {
    const Stopwatch watch(limits_.measure, times_.learn);
    fields_.clear();
    extra_.clear();
    shapes_.clear();
    extra_shapes_.clear();
    for (const NamedColumn& named : columns_->fixed()) named.column->reset();
    columns_->strings.give_back();
    columns_->integers.give_back();
    columns_->doubles.give_back();
    columns_->bools.give_back();
    targets_.clear();
    layout_ = {};
    rows_ = 0;
    row_group_bytes_ = 0;
    total_rows_ = 0;
    raw_bytes_ = 0;
    flushed_ = false;
    learn(records);
}

void SegmentBuilder::learn(const std::vector<Record>& records) {
    // Some documents of every record, or, of very many records, of evenly chosen ones.
    const std::size_t chosen = std::min(records.size(), limits_.sample_documents_max);
    std::uint64_t documents = 0;
    for (std::size_t i = 0; i < chosen; ++i) {
        const Record& record = records[i * records.size() / chosen];
        const std::string_view beginning = record.payload.substr(0, limits_.sample_record_bytes_max);
        if (record.header->pairs) {
            documents += sampler_.add_pairs(extra_, fields_, beginning, limits_.sample_documents_max / chosen);
            continue;
        }
        std::size_t counted = sampler_.add(fields_, beginning, limits_.sample_documents_max / chosen, 1);
        // A first document longer than the beginning: look at all of it.
        if (counted == 0) counted = sampler_.add(fields_, record.payload, 1, 1);
        sampler_.add(extra_, record.header->extra, 1, std::max<std::size_t>(counted, 1));
        documents += counted;
    }
    make_columns(PathSampler::choose(fields_, extra_, documents, limits_.paths));
}

void SegmentBuilder::make_columns(std::vector<PathSampler::Choice> choices) {
    for (const PathSampler::Choice& choice : choices) {
        PathNode& node = *choice.node;
        PathTarget target;
        target.path.base = choice.base;
        target.path.path = PathTree::pointer(node);
        target.path.type = choice.type;
        switch (choice.type) {
            case catalog::LeafType::kString: target.column = node.strings = columns_->strings.take(); break;
            case catalog::LeafType::kArray: target.column = node.arrays = columns_->strings.take(); break;
            case catalog::LeafType::kInt64: target.column = node.integers = columns_->integers.take(); break;
            case catalog::LeafType::kFloat64: target.column = node.doubles = columns_->doubles.take(); break;
            case catalog::LeafType::kBool: target.column = node.bools = columns_->bools.take(); break;
        }
        targets_.push_back(std::move(target));
    }
    std::sort(targets_.begin(), targets_.end(), [](const PathTarget& a, const PathTarget& b) { return a.path < b.path; });
    std::unordered_set<std::string> taken;
    for (PathTarget& target : targets_) {
        target.path.column = catalog::column_name(target.path);
        while (!taken.insert(target.path.column).second) target.path.column.push_back('x');
    }
}

base::Result<std::optional<Rejection>> SegmentBuilder::add(const Record& record, FileWriter& file) {
    auto rejection = shred(record);
    if (rows_ >= limits_.row_group_rows_max || row_group_bytes_ >= limits_.row_group_bytes_max) {
        if (auto done = flush(file, false); !done) return done.error();
    }
    return rejection;
}

bool SegmentBuilder::begin_extra(const domain::ingest::BundleHeader& header) {
    const std::string_view text = header.extra;
    if (!extra_index_.index(text)) return false;
    Cursor cursor{text.data(), extra_index_.begin(), extra_index_.end()};
    return extra_shredder_.shred(cursor, rows_);
}

std::optional<Rejection> SegmentBuilder::shred(const Record& record) {
    {
        const Stopwatch watch(limits_.measure, times_.index);
        if (auto indexed = index_.index(record.payload); !indexed) {
            return Rejection{0, 0, "payload is no JSON text: " + indexed.error().message()};
        }
    }
    const Stopwatch watch(limits_.measure, times_.shred);
    Cursor cursor{record.payload.data(), index_.begin(), index_.end()};
    if (cursor.done()) return std::nullopt;
    const std::size_t first = rows_;
    std::size_t observation = 0;
    std::optional<Rejection> rejection;
    std::size_t end = record.payload.size();
    kept_.clear();
    // EXTRA is read where the record's first row will stand, and repeated once the number of rows is known.
    const bool pairs = record.header->pairs;
    if (!pairs && !begin_extra(*record.header)) return Rejection{0, 0, "EXTRA is no JSON object"};
    for (; !cursor.done(); ++observation) {
        if (record.drops != nullptr && observation < record.drops->rules.size() && record.drops->rules[observation] > 0) {
            drop(cursor, record, record.drops->rules[observation]);
            continue;
        }
        const std::size_t offset = cursor.offset();
        if (!(pairs ? shred_pair(cursor) : fields_shredder_.shred(cursor, rows_))) {
            rejection = Rejection{static_cast<std::int64_t>(observation), offset, "observation is no JSON object"};
            end = offset;
            break;
        }
        columns_->shape.append(rows_, shapes_.skeleton(fields_.nodes(), fields_shredder_.tokens()));
        if (const auto rest = fields_shredder_.remainder(); !rest.empty()) {
            columns_->rest.append(rows_, rest);
            layout_.fields_rest = true;
        }
        if (record.drops != nullptr) kept_.push_back(static_cast<std::int64_t>(observation));
        ++rows_;
    }
    if (rows_ == first) {
        if (!pairs) extra_shredder_.undo();
    } else {
        add_bundle(*record.header, first, rows_ - first);
    }
    raw_bytes_ += static_cast<std::int64_t>(end);
    row_group_bytes_ += end;
    return rejection;
}

/// Moves over an observation, with its EXTRA when that stands before it; what was landed once is well-formed.
void SegmentBuilder::drop(Cursor& cursor, const Record& record, std::uint16_t rule) {
    const std::size_t from = cursor.offset();
    std::string_view skipped;
    if (record.header->pairs) (void)cursor.skip(skipped);
    (void)cursor.skip(skipped);
    const std::size_t size = (cursor.done() ? record.payload.size() : cursor.offset()) - from;
    RecordDrops::Count& count = record.drops->counts[rule - 1U];
    ++count.observations;
    count.bytes += static_cast<std::int64_t>(size);
    raw_bytes_ -= static_cast<std::int64_t>(size);
}

/// An observation after its EXTRA, both into the next row.
bool SegmentBuilder::shred_pair(Cursor& cursor) {
    if (!extra_shredder_.shred(cursor, rows_)) return false;
    if (cursor.done() || !fields_shredder_.shred(cursor, rows_)) {
        extra_shredder_.undo();
        return false;
    }
    columns_->extra_shape.append(rows_, extra_shapes_.skeleton(extra_.nodes(), extra_shredder_.tokens()));
    if (const auto rest = extra_shredder_.remainder(); !rest.empty()) {
        columns_->extra_rest.append(rows_, rest);
        layout_.extra_rest = true;
    }
    return true;
}

void SegmentBuilder::add_bundle(const domain::ingest::BundleHeader& header, std::size_t first, std::size_t count) {
    Columns& columns = *columns_;
    const std::int64_t time = base::to_nanoseconds(header.received_at);
    const bool is_first = total_rows_ == 0 && first == 0;
    time_min_ = is_first ? time : std::min(time_min_, time);
    time_max_ = is_first ? time : std::max(time_max_, time);
    columns.time.append_run(first, count, time);
    columns.kind.append_run(first, count, header.kind);
    columns.bundle.append_run(first, count, header.bundle.value());
    columns.datastream.append_run(first, count, header.datastream.value());
    columns.token.append_run(first, count, header.token.value());
    for (std::size_t i = 0; i < count; ++i) {
        columns.index.append(first + i, header.first_index + (kept_.empty() ? static_cast<std::int64_t>(i) : kept_[i]));
    }
    if (header.pairs) return;
    columns.extra_shape.append_run(first, count, extra_shapes_.skeleton(extra_.nodes(), extra_shredder_.tokens()));
    if (const auto rest = extra_shredder_.remainder(); !rest.empty()) {
        columns.extra_rest.append_run(first, count, rest);
        layout_.extra_rest = true;
    }
    extra_shredder_.repeat(first, count - 1);
}

base::Result<void> SegmentBuilder::flush(FileWriter& file, bool is_last) {
    const Stopwatch watch(limits_.measure, times_.write);
    if (rows_ == 0) return {};
    if (!flushed_) {
        // A sampled path may have lost its rows since (duplicate keys); a single row group need not carry it.
        const auto is_empty = [](const PathTarget& target) { return target.column->values() == 0; };
        if (is_last) std::erase_if(targets_, is_empty);
        for (const PathTarget& target : targets_) layout_.columns.push_back(target.path);
        flushed_ = true;
    }
    std::vector<NamedColumn> columns = columns_->fixed();
    for (const PathTarget& target : targets_) columns.push_back({target.path.column, target.column});
    for (PathTarget& target : targets_) {
        if (target.path.type != catalog::LeafType::kInt64) continue;
        widen(target.range, target.path, static_cast<const Int64Column&>(*target.column));
        target.values += static_cast<std::int64_t>(target.column->values());
    }
    if (auto done = file.write_row_group(columns, rows_); !done) return done;
    for (const NamedColumn& named : columns) named.column->reset();
    total_rows_ += static_cast<std::int64_t>(rows_);
    rows_ = 0;
    row_group_bytes_ = 0;
    return {};
}

std::vector<catalog::PathRange> SegmentBuilder::ranges() const {
    std::vector<catalog::PathRange> ranges;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const PathTarget& target = targets_[i];
        const auto is_same_path = [&](std::size_t other) {
            return other < targets_.size() && targets_[other].path.base == target.path.base && targets_[other].path.path == target.path.path;
        };
        // The targets are in order of path, so columns of another type would be neighbours.
        if (!target.range || is_same_path(i + 1) || (i > 0 && is_same_path(i - 1))) continue;
        if (!catalog::is_whole(layout_, target.path.base, target.path.path)) continue;
        ranges.push_back(*target.range);
        ranges.back().everywhere = target.values == total_rows_;
    }
    catalog::keep_telling(ranges);
    return ranges;
}

base::Result<void> SegmentBuilder::finish(FileWriter& file, catalog::Segment& segment) {
    if (auto done = flush(file, true); !done) return done;
    const Stopwatch watch(limits_.measure, times_.write);
    segment.rows = total_rows_;
    segment.raw_bytes = raw_bytes_;
    segment.time_min = base::from_nanoseconds(time_min_);
    segment.time_max = base::from_nanoseconds(time_max_);
    // Segments with shapes without end are left to the readers, who then look into the remainder of every row.
    constexpr std::size_t kShapesMax = 4096;
    if (shapes_.size() <= kShapesMax) catalog::mark_complete(layout_, catalog::PathBase::kFields, shapes_.texts());
    if (extra_shapes_.size() <= kShapesMax) {
        catalog::mark_complete(layout_, catalog::PathBase::kExtra, extra_shapes_.texts());
    }
    segment.layout = layout_;
    segment.ranges = ranges();
    std::vector<std::pair<std::string, std::string>> metadata;
    metadata.emplace_back("opalite.layout", catalog::to_json(layout_));
    auto size = file.finish(metadata);
    if (!size) return size.error();
    segment.bytes = *size;
    return {};
}

}  // namespace consumers::landing
