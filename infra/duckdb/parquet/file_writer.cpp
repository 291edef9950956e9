#include "infra/duckdb/parquet/file_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include "infra/duckdb/parquet/thrift_writer.hpp"

namespace infra::duckdb::parquet {
namespace {

namespace base = domain::base;

constexpr std::string_view kMagic = "PAR1";
constexpr std::int32_t kZstd = 6;
constexpr int kLevel = 1;  // beat level 3 in speed and size on the workloads (design §5)
constexpr std::size_t kPageBytes = std::size_t{1} << 20;
/// A Bloom filter is at most this part of its column chunk.
constexpr std::int64_t kFilterShare = 10;

base::Error file_error(const std::filesystem::path& file) {
    const int code = errno;
    const bool full = code == ENOSPC || code == EDQUOT;
    return base::Error(full ? base::ErrorCode::kResourceExhausted : base::ErrorCode::kUnavailable,
                       "segment not written: " + file.string() + ": " + std::strerror(code));
}

}  // namespace

struct FileWriter::Chunk {
    PhysicalType type = PhysicalType::kByteArray;
    Encoding encoding = Encoding::kPlain;
    std::int64_t rows = 0;
    std::int64_t nulls = 0;
    std::int64_t offset = 0;
    std::int64_t data_offset = 0;
    std::int64_t uncompressed = 0;
    std::int64_t compressed = 0;
    bool has_dictionary = false;
    std::int64_t filter_offset = 0;
    std::int64_t filter_bytes = 0;  ///< 0: no filter
    std::optional<Bounds> bounds;
    std::optional<std::size_t> distinct;
};

struct FileWriter::RowGroup {
    std::int64_t rows = 0;
    std::vector<Chunk> chunks;
};

struct FileWriter::Schema {
    std::string name;
    PhysicalType type = PhysicalType::kByteArray;
    bool is_text = false;
};

class FileWriter::Compressor {
public:
    std::string_view compress(std::string_view bytes) {
        buffer_.resize(ZSTD_compressBound(bytes.size()));
        const std::size_t size = ZSTD_compressCCtx(context_.get(), buffer_.data(), buffer_.size(), bytes.data(), bytes.size(), kLevel);
        return ZSTD_isError(size) != 0 ? std::string_view() : std::string_view(buffer_.data(), size);
    }

private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    std::unique_ptr<ZSTD_CCtx, Free> context_{ZSTD_createCCtx()};
    std::vector<char> buffer_;
};

FileWriter::FileWriter(std::filesystem::path file) : path_(std::move(file)), compressor_(std::make_unique<Compressor>()) {}

base::Result<std::unique_ptr<FileWriter>> FileWriter::create(const std::filesystem::path& file) {
    std::unique_ptr<FileWriter> writer(new FileWriter(file));
    writer->descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (writer->descriptor_ < 0) return file_error(file);
    if (auto done = writer->write(kMagic); !done) return done.error();
    return writer;
}

FileWriter::~FileWriter() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    if (!finished_) ::unlink(path_.c_str());
}

base::Result<void> FileWriter::write(std::string_view bytes) {
    offset_ += static_cast<std::int64_t>(bytes.size());
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return file_error(path_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

base::Result<void> FileWriter::write_row_group(const std::vector<NamedColumn>& columns, std::size_t rows) {
    const std::size_t group = groups_.size();
    for (const NamedColumn& named : columns) {
        if (auto done = write_chunk(named, group, rows); !done) return done;
    }
    return {};
}

base::Result<void> FileWriter::write_chunk(const NamedColumn& named, std::size_t group, std::size_t rows) {
    if (group == 0) {
        const PhysicalType type = named.column->type();
        schema_.push_back({named.name, type, named.is_text && type == PhysicalType::kByteArray});
    }
    if (group == groups_.size()) groups_.emplace_back().rows = static_cast<std::int64_t>(rows);
    auto chunk = write_values(*named.column, rows);
    if (!chunk) return chunk.error();
    groups_[group].chunks.push_back(std::move(*chunk));
    return {};
}

base::Result<FileWriter::Chunk> FileWriter::write_values(Column& column, std::size_t rows) {
    Chunk chunk;
    chunk.type = column.type();
    chunk.encoding = column.encoding();
    chunk.rows = static_cast<std::int64_t>(rows);
    chunk.nulls = static_cast<std::int64_t>(rows - column.values());
    chunk.offset = offset_;
    chunk.bounds = column.bounds();
    chunk.distinct = column.distinct();
    page_.clear();
    if (const std::size_t entries = column.append_dictionary(page_); entries > 0) {
        chunk.has_dictionary = true;
        if (auto done = write_page(chunk, true, entries, Encoding::kPlain); !done) return done.error();
    }
    chunk.data_offset = offset_;
    const auto words = column.validity().words(rows);
    // Pages begin at a multiple of 64 rows, so that levels are whole words.
    const std::size_t pages = column.bytes() / kPageBytes + 1;
    const std::size_t step = std::max<std::size_t>((rows / pages + 63) / 64 * 64, 64);
    std::size_t value = 0;
    for (std::size_t row = 0; row < rows; row += step) {
        const std::size_t end = std::min(rows, row + step);
        const std::size_t count = count_values(words, row, end);
        page_.clear();
        append_levels(page_, words, row, end);
        if (count > 0 || chunk.has_dictionary) column.append_values(page_, value, value + count);
        value += count;
        const Encoding encoding = count == 0 && !chunk.has_dictionary ? Encoding::kPlain : chunk.encoding;
        if (auto done = write_page(chunk, false, end - row, encoding); !done) return done.error();
    }
    if (const auto filter = column.bloom_filter()) {
        page_.clear();
        filter->append_to(page_);
        // A search reads this instead of the chunk: it must be much less.
        if (static_cast<std::int64_t>(page_.size()) > chunk.compressed / kFilterShare) return chunk;
        chunk.filter_offset = offset_;
        chunk.filter_bytes = static_cast<std::int64_t>(page_.size());
        if (auto done = write(page_); !done) return done.error();
    }
    return chunk;
}

base::Result<void> FileWriter::write_page(Chunk& chunk, bool is_dictionary, std::size_t values, Encoding encoding) {
    const std::string_view body = compressor_->compress(page_);
    if (body.empty()) return base::Error(base::ErrorCode::kInternal, "page not compressed: " + path_.string());
    header_.clear();
    ThriftWriter thrift(header_);
    thrift.begin_element();
    thrift.i32(1, is_dictionary ? 2 : 0);
    thrift.i32(2, static_cast<std::int32_t>(page_.size()));
    thrift.i32(3, static_cast<std::int32_t>(body.size()));
    thrift.begin_struct(is_dictionary ? 7 : 5);
    thrift.i32(1, static_cast<std::int32_t>(values));
    thrift.i32(2, static_cast<std::int32_t>(encoding));
    if (!is_dictionary) {
        thrift.i32(3, static_cast<std::int32_t>(Encoding::kRle));
        thrift.i32(4, static_cast<std::int32_t>(Encoding::kRle));
    }
    thrift.end_struct();
    thrift.end_struct();
    chunk.uncompressed += static_cast<std::int64_t>(header_.size() + page_.size());
    chunk.compressed += static_cast<std::int64_t>(header_.size() + body.size());
    if (auto done = write(header_); !done) return done;
    return write(body);
}

namespace {

void write_schema(ThriftWriter& thrift, std::string_view name, PhysicalType type, bool is_text) {
    thrift.begin_element();
    thrift.i32(1, static_cast<std::int32_t>(type));
    thrift.i32(3, 1);  // optional
    thrift.binary(4, name);
    if (is_text) {
        thrift.i32(6, 0);  // UTF8
        thrift.begin_struct(10);
        thrift.begin_struct(1);  // LogicalType STRING
        thrift.end_struct();
        thrift.end_struct();
    }
    thrift.end_struct();
}

void write_statistics(ThriftWriter& thrift, std::int64_t nulls, const std::optional<std::size_t>& distinct,
                      const std::optional<Bounds>& bounds) {
    thrift.begin_struct(12);
    thrift.i64(3, nulls);
    if (distinct) thrift.i64(4, static_cast<std::int64_t>(*distinct));
    if (bounds) {
        thrift.binary(5, bounds->max);
        thrift.binary(6, bounds->min);
        thrift.boolean(7, true);
        thrift.boolean(8, true);
    }
    thrift.end_struct();
}

}  // namespace

base::Result<std::int64_t> FileWriter::finish(const std::vector<std::pair<std::string, std::string>>& metadata) {
    std::string footer;
    ThriftWriter thrift(footer);
    std::int64_t rows = 0;
    for (const RowGroup& group : groups_) rows += group.rows;
    thrift.begin_element();
    thrift.i32(1, 1);  // version
    thrift.begin_list(2, schema_.size() + 1, ThriftWriter::kStruct);
    thrift.begin_element();
    thrift.binary(4, "segment");
    thrift.i32(5, static_cast<std::int32_t>(schema_.size()));
    thrift.end_struct();
    for (const Schema& column : schema_) write_schema(thrift, column.name, column.type, column.is_text);
    thrift.i64(3, rows);
    thrift.begin_list(4, groups_.size(), ThriftWriter::kStruct);
    for (const RowGroup& group : groups_) {
        std::int64_t uncompressed = 0;
        thrift.begin_element();
        thrift.begin_list(1, group.chunks.size(), ThriftWriter::kStruct);
        for (std::size_t i = 0; i < group.chunks.size(); ++i) {
            const Chunk& chunk = group.chunks[i];
            uncompressed += chunk.uncompressed;
            thrift.begin_element();
            thrift.i64(2, chunk.offset);
            thrift.begin_struct(3);
            thrift.i32(1, static_cast<std::int32_t>(chunk.type));
            thrift.begin_list(2, chunk.has_dictionary ? 3 : 2, ThriftWriter::kI32);
            thrift.i32_element(static_cast<std::int32_t>(Encoding::kRle));
            thrift.i32_element(static_cast<std::int32_t>(chunk.encoding));
            if (chunk.has_dictionary) thrift.i32_element(static_cast<std::int32_t>(Encoding::kPlain));
            thrift.begin_list(3, 1, ThriftWriter::kBinary);
            thrift.binary_element(schema_[i].name);
            thrift.i32(4, kZstd);
            thrift.i64(5, chunk.rows);
            thrift.i64(6, chunk.uncompressed);
            thrift.i64(7, chunk.compressed);
            thrift.i64(9, chunk.data_offset);
            if (chunk.has_dictionary) thrift.i64(11, chunk.offset);
            write_statistics(thrift, chunk.nulls, chunk.distinct, chunk.bounds);
            if (chunk.filter_bytes > 0) {
                thrift.i64(14, chunk.filter_offset);
                thrift.i32(15, static_cast<std::int32_t>(chunk.filter_bytes));
            }
            thrift.end_struct();
            thrift.end_struct();
        }
        thrift.i64(2, uncompressed);
        thrift.i64(3, group.rows);
        thrift.end_struct();
    }
    thrift.begin_list(5, metadata.size(), ThriftWriter::kStruct);
    for (const auto& [key, value] : metadata) {
        thrift.begin_element();
        thrift.binary(1, key);
        thrift.binary(2, value);
        thrift.end_struct();
    }
    thrift.binary(6, "opalite");
    thrift.end_struct();

    const auto length = static_cast<std::uint32_t>(footer.size());
    footer.append(reinterpret_cast<const char*>(&length), 4).append(kMagic);
    if (auto done = write(footer); !done) return done.error();
    if (::fsync(descriptor_) != 0) return file_error(path_);
    finished_ = true;
    return offset_;
}

}  // namespace infra::duckdb::parquet
