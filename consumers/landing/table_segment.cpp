// g++ 12 sees overlaps in texts made of pieces that are none (-O2); it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wrestrict"

#include "consumers/landing/table_segment.hpp"

#include <algorithm>
#include <unordered_set>

#include "domain/base/limits.hpp"
#include "domain/catalog/json_text.hpp"
#include "domain/catalog/skeleton.hpp"

namespace consumers::landing {

namespace base = domain::base;
namespace catalog = domain::catalog;
using catalog::LeafType;
using catalog::Type;
using infra::duckdb::parquet::FileWriter;
using infra::duckdb::parquet::NamedColumn;

namespace {

// DuckDB's own row groups: it divides a scan among threads by them.
constexpr std::size_t kRowsMax = 122'880;
constexpr std::size_t kGroupBytesMax = 8 * base::limits::kMiB;

/// How a type is stored; kRest for what has no column.
constexpr char kRest = 'r';
char letter_of(Type type) {
    switch (type) {
        case Type::kBool: return static_cast<char>(LeafType::kBool);
        case Type::kInt64:
        case Type::kTimestamp:
        case Type::kDuration:
        case Type::kIpv4: return static_cast<char>(LeafType::kInt64);
        case Type::kFloat64:
        case Type::kNumeric: return static_cast<char>(LeafType::kFloat64);
        case Type::kString: return static_cast<char>(LeafType::kString);
        case Type::kArray: return static_cast<char>(LeafType::kArray);
        default: return kRest;
    }
}

}  // namespace

/// Where the cells of one column go.
struct TableSegment::Target {
    char letter = kRest;
    std::string key;  ///< as a JSON string
    catalog::PathColumn path;
    std::unique_ptr<infra::duckdb::parquet::StringColumn> texts;
    std::unique_ptr<infra::duckdb::parquet::Int64Column> integers;
    std::unique_ptr<infra::duckdb::parquet::DoubleColumn> reals;
    std::unique_ptr<infra::duckdb::parquet::BoolColumn> flags;

    infra::duckdb::parquet::Column* column() const {
        if (texts) return texts.get();
        if (integers) return integers.get();
        if (reals) return reals.get();
        return flags.get();
    }
};

TableSegment::TableSegment(const domain::csv::TableForm& form, std::string upload)
    : form_(form), upload_(std::move(upload)), letters_(form.columns.size(), ' ') {
    std::unordered_set<std::string> taken;
    for (const domain::csv::TableColumn& column : form.columns) {
        Target& target = targets_.emplace_back();
        target.letter = letter_of(column.type);
        catalog::json_text::append_quoted(target.key, column.name);
        if (target.letter == kRest) {
            has_rest_ = true;
            continue;
        }
        target.path.type = static_cast<LeafType>(target.letter);
        catalog::append_pointer(target.path.path, column.name);
        target.path.complete = true;
        target.path.column = catalog::column_name(target.path);
        while (!taken.insert(target.path.column).second) target.path.column.push_back('x');
        switch (target.path.type) {
            case LeafType::kString:
            case LeafType::kArray: target.texts = std::make_unique<infra::duckdb::parquet::StringColumn>(); break;
            case LeafType::kInt64: target.integers = std::make_unique<infra::duckdb::parquet::Int64Column>(); break;
            case LeafType::kFloat64: target.reals = std::make_unique<infra::duckdb::parquet::DoubleColumn>(); break;
            case LeafType::kBool: target.flags = std::make_unique<infra::duckdb::parquet::BoolColumn>(); break;
        }
    }
}

TableSegment::~TableSegment() = default;

base::Result<void> TableSegment::write(std::string_view text, FileWriter& file, catalog::Segment& segment) {
    domain::csv::CsvReader reader(text);
    for (;;) {
        const auto more = reader.next();
        if (!more) return more.error();
        if (!*more) break;
        if (reader.row() == 1 && form_.has_header) continue;
        if (auto added = add(reader.values()); !added) return added;
        if (rows_ >= kRowsMax || group_bytes_ >= kGroupBytesMax) {
            if (auto done = flush(file); !done) return done;
        }
    }
    if (auto done = flush(file); !done) return done;
    segment.rows = total_rows_;
    segment.raw_bytes = static_cast<std::int64_t>(text.size());
    if (total_rows_ == 0) return {};
    segment.layout.fields_rest = has_rest_;
    for (const Target& target : targets_) {
        if (target.letter != kRest) segment.layout.columns.push_back(target.path);
    }
    std::sort(segment.layout.columns.begin(), segment.layout.columns.end());
    const auto size = file.finish({{"opalite.layout", catalog::to_json(segment.layout)}});
    if (!size) return size.error();
    segment.bytes = *size;
    return {};
}

base::Error TableSegment::misfit() const {
    return {base::ErrorCode::kInvalidArgument, "the file is not as its command says: " + upload_};
}

base::Result<void> TableSegment::add(const std::vector<domain::csv::Value>& values) {
    if (values.size() != targets_.size()) return misfit();
    remainder_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
        domain::csv::Cell cell;
        const std::string_view text = domain::csv::plain(values[i], buffer_);
        if (!cells_.read(form_.columns[i].type, text, cell)) return misfit();
        const bool is_null = std::holds_alternative<std::monostate>(cell);
        letters_[i] = is_null ? ' ' : targets_[i].letter;
        group_bytes_ += text.size() + 1;
        if (is_null) continue;
        if (targets_[i].letter != kRest) put(targets_[i], cell);
        else if (std::get<std::string_view>(cell) == "null") letters_[i] = 'n';
        else remainder_.append(1, remainder_.empty() ? '[' : ',').append(std::get<std::string_view>(cell));
    }
    finish_row();
    return {};
}

void TableSegment::put(Target& target, const domain::csv::Cell& cell) {
    if (target.texts) target.texts->append(rows_, std::get<std::string_view>(cell));
    else if (target.integers) target.integers->append(rows_, std::get<std::int64_t>(cell));
    else if (target.reals) target.reals->append(rows_, std::get<double>(cell));
    else target.flags->append(rows_, std::get<bool>(cell));
}

void TableSegment::finish_row() {
    bundle_.append(rows_, upload_);
    index_.append(rows_, total_rows_ + static_cast<std::int64_t>(rows_));
    if (has_rest_) {
        write_skeleton();
        if (!remainder_.empty()) rest_.append(rows_, remainder_.append(1, ']'));
    }
    ++rows_;
}

/// The row as an object of its columns; a cell that is null is no member.
void TableSegment::write_skeleton() {
    if (letters_ != previous_) {
        previous_ = letters_;
        skeleton_.assign("{");
        for (std::size_t i = 0; i < letters_.size(); ++i) {
            if (letters_[i] == ' ') continue;
            if (skeleton_.size() > 1) skeleton_ += ',';
            skeleton_.append(targets_[i].key).append(1, ':').append(1, letters_[i]);
        }
        skeleton_ += '}';
    }
    shape_.append(rows_, skeleton_);
}

base::Result<void> TableSegment::flush(FileWriter& file) {
    if (rows_ == 0) return {};
    std::vector<NamedColumn> columns{{"bundle", &bundle_}, {"idx", &index_}};
    if (has_rest_) {
        columns.push_back({"shape", &shape_});
        columns.push_back({"rest", &rest_});
    }
    for (const Target& target : targets_) {
        if (target.letter != kRest) columns.push_back({target.path.column, target.column()});
    }
    if (auto done = file.write_row_group(columns, rows_); !done) return done;
    for (const NamedColumn& named : columns) named.column->reset();
    total_rows_ += static_cast<std::int64_t>(rows_);
    rows_ = 0;
    group_bytes_ = 0;
    return {};
}

}  // namespace consumers::landing
