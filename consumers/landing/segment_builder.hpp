#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "consumers/landing/document_shredder.hpp"
#include "consumers/landing/path_sampler.hpp"
#include "domain/base/bytes.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/ingest/bundle.hpp"
#include "infra/duckdb/parquet/file_writer.hpp"

namespace consumers::landing {

/// What stopped a bundle record: its observations before `observation` have become rows, those from there on have not.
struct Rejection {
    std::int64_t observation = 0;  ///< counted within the record, from 0
    std::size_t offset = 0;        ///< where its text begins in the payload
    std::string reason;
};

/// Which observations of a record are left out, and what that came to.
struct RecordDrops {
    struct Count {
        std::int64_t observations = 0;
        std::int64_t bytes = 0;
    };
    std::vector<std::uint16_t> rules;  ///< for each observation, as far as it reaches: 0, or the number of a rule from 1
    std::vector<Count> counts;         ///< of each rule, from 0; for the builder to add to
};

/// Turns the bundle records of one dataset into the rows of one segment. Learns the frequent paths from a sample of all
/// its records first, then shreds record after record into columns and row groups. Buffers are reused over begin().
/// Not thread-safe.
class SegmentBuilder {
public:
    struct Limits {
        PathSampler::Limits paths;
        std::size_t sample_documents_max = 1024;
        std::size_t sample_record_bytes_max = 64 * 1024;  ///< looked at in each record of the sample
        std::size_t row_group_rows_max = 122880;          ///< as DuckDB makes them
        std::size_t row_group_bytes_max = 64 * 1024 * 1024;  ///< of payload, since columns wait in memory
        bool measure = false;                             ///< keep times(), at the price of a few system calls a record
    };
    /// What the processor's time went to, in nanoseconds of the calling thread; zero unless Limits::measure.
    struct Times {
        std::int64_t learn = 0;
        std::int64_t index = 0;  ///< simdjson's first stage
        std::int64_t shred = 0;
        std::int64_t write = 0;  ///< encoding, compression, file
    };
    /// One record of the log.
    struct Record {
        const domain::ingest::BundleHeader* header = nullptr;
        std::string_view payload;
        RecordDrops* drops = nullptr;  ///< none: all stay
    };

    explicit SegmentBuilder(const Limits& limits);
    ~SegmentBuilder();

    /// Starts a segment of these records.
    void begin(const std::vector<Record>& records);

    /// Adds one record's rows. A rejection is no failure; a failure is the file's.
    domain::base::Result<std::optional<Rejection>> add(const Record& record, infra::duckdb::parquet::FileWriter& file);

    /// Writes what is left, and the footer; fills in times, counts, bytes and layout. Fails as the file does.
    domain::base::Result<void> finish(infra::duckdb::parquet::FileWriter& file, domain::catalog::Segment& segment);

    std::int64_t rows() const { return total_rows_ + static_cast<std::int64_t>(rows_); }
    const Times& times() const { return times_; }

private:
    struct Columns;
    struct PathTarget {
        domain::catalog::PathColumn path;
        infra::duckdb::parquet::Column* column = nullptr;
        std::optional<domain::catalog::PathRange> range;  ///< of the row groups that were written, of an int64 column
        std::int64_t values = 0;                          ///< in them
    };

    void learn(const std::vector<Record>& records);
    void make_columns(std::vector<PathSampler::Choice> choices);
    bool begin_extra(const domain::ingest::BundleHeader& header);
    std::optional<Rejection> shred(const Record& record);
    void drop(Cursor& cursor, const Record& record, std::uint16_t rule);
    bool shred_pair(Cursor& cursor);
    void add_bundle(const domain::ingest::BundleHeader& header, std::size_t first, std::size_t count);
    std::vector<std::int64_t> kept_;  ///< of a record with drops: which observations its rows are
    domain::base::Result<void> flush(infra::duckdb::parquet::FileWriter& file, bool is_last);
    std::vector<domain::catalog::PathRange> ranges() const;

    const Limits limits_;
    StructuralIndex index_;
    PathSampler sampler_;
    PathTree fields_;
    PathTree extra_;
    DocumentShredder fields_shredder_{fields_};
    DocumentShredder extra_shredder_{extra_};
    ShapeDictionary shapes_;
    ShapeDictionary extra_shapes_;
    StructuralIndex extra_index_;
    std::unique_ptr<Columns> columns_;
    std::vector<PathTarget> targets_;
    domain::catalog::SegmentLayout layout_;

    std::size_t rows_ = 0;  // of the row group at hand
    std::size_t row_group_bytes_ = 0;
    std::int64_t total_rows_ = 0;
    std::int64_t raw_bytes_ = 0;
    std::int64_t time_min_ = 0;
    std::int64_t time_max_ = 0;
    bool flushed_ = false;
    Times times_;
};

}  // namespace consumers::landing
