#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/base/result.hpp"
#include "infra/duckdb/parquet/column.hpp"

namespace infra::duckdb::parquet {

/// One column of a file: its name there and its values of the row group at hand.
struct NamedColumn {
    std::string name;
    Column* column = nullptr;
    bool is_text = true;  ///< of a byte array: UTF-8
};

/// Writes one Parquet file: flat optional columns, zstd level 1, pages of about a megabyte. Every call blocks. A file that
/// was not finished is removed by the destructor.
class FileWriter {
public:
    /// Creates `file`, which must not exist.
    static domain::base::Result<std::unique_ptr<FileWriter>> create(const std::filesystem::path& file);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    /// Writes `rows` rows; every call has the same columns. The columns keep their values. Fails with
    /// kResourceExhausted when the disk is full and with kUnavailable on other faults of it.
    domain::base::Result<void> write_row_group(const std::vector<NamedColumn>& columns, std::size_t rows);

    /// Writes the values of one column in row group `group`, which has `rows` rows: another way than write_row_group to write
    /// a file, column after column, each with all its row groups in order. Fails as that.
    domain::base::Result<void> write_chunk(const NamedColumn& column, std::size_t group, std::size_t rows);

    /// Writes the footer with the key-value pairs, makes the file durable and gives its size. Columns are the ones of the
    /// row groups, of which there must be one at least.
    domain::base::Result<std::int64_t> finish(const std::vector<std::pair<std::string, std::string>>& metadata);

private:
    struct Chunk;
    struct RowGroup;
    struct Schema;
    class Compressor;

    explicit FileWriter(std::filesystem::path file);
    domain::base::Result<Chunk> write_values(Column& column, std::size_t rows);
    domain::base::Result<void> write_page(Chunk& chunk, bool is_dictionary, std::size_t values, Encoding encoding);
    domain::base::Result<void> write(std::string_view bytes);

    const std::filesystem::path path_;
    int descriptor_ = -1;
    bool finished_ = false;
    std::int64_t offset_ = 0;
    std::unique_ptr<Compressor> compressor_;
    std::string page_;    // the page being made, before compression
    std::string header_;
    std::vector<RowGroup> groups_;
    std::vector<Schema> schema_;
};

}  // namespace infra::duckdb::parquet
