#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infra/duckdb/parquet/bloom_filter.hpp"
#include "infra/duckdb/parquet/encodings.hpp"

namespace infra::duckdb::parquet {

enum class PhysicalType : std::int32_t { kBoolean = 0, kInt64 = 2, kDouble = 5, kByteArray = 6 };
enum class Encoding : std::int32_t { kPlain = 0, kRle = 3, kDeltaBinaryPacked = 5, kDeltaLengthByteArray = 6, kRleDictionary = 8 };

/// The smallest and largest value as Parquet stores them.
struct Bounds {
    std::string min;
    std::string max;
};

/// An optional column's values of one row group, gathered in memory in the form in which they will be written. Rows without
/// a value are null. Buffers keep their capacity over reset().
class Column {
public:
    virtual ~Column() = default;

    virtual PhysicalType type() const = 0;
    virtual Encoding encoding() const = 0;
    virtual std::size_t values() const = 0;
    /// About how many bytes the values take before compression.
    virtual std::size_t bytes() const = 0;
    /// Forgets the values.
    virtual void reset() = 0;
    /// Forgets the value of the row that was appended last.
    virtual void pop(std::size_t row) = 0;

    /// The dictionary's values, plainly encoded, and their number; 0 without a dictionary.
    virtual std::size_t append_dictionary(std::string& out) const {
        (void)out;
        return 0;
    }
    /// Encodes the values [first, end), counted without nulls.
    virtual void append_values(std::string& out, std::size_t first, std::size_t end) const = 0;
    /// Nothing where bounds would not help.
    virtual std::optional<Bounds> bounds() const { return std::nullopt; }
    /// How many different values there are; nothing where they are not counted, since they are many.
    virtual std::optional<std::size_t> distinct() const { return std::nullopt; }
    /// Nothing where nobody looks for single values, or where it would cost more than it saves.
    virtual std::optional<BloomFilter> bloom_filter() const { return std::nullopt; }

    Validity& validity() { return validity_; }

protected:
    Validity validity_;
};

/// Texts: a dictionary as long as values repeat enough, the bare texts from then on.
class StringColumn final : public Column {
public:
    void append(std::size_t row, std::string_view value);
    /// The same value for `count` rows.
    void append_run(std::size_t row, std::size_t count, std::string_view value);
    /// The value that was appended last, for `count` rows more, from `row` on.
    void repeat(std::size_t row, std::size_t count);

    PhysicalType type() const override { return PhysicalType::kByteArray; }
    Encoding encoding() const override { return plain_ ? Encoding::kDeltaLengthByteArray : Encoding::kRleDictionary; }
    std::size_t values() const override { return plain_ ? lengths_.size() : indices_.size(); }
    std::size_t bytes() const override;
    void reset() override;
    void pop(std::size_t row) override;
    std::size_t append_dictionary(std::string& out) const override;
    void append_values(std::string& out, std::size_t first, std::size_t end) const override;
    std::optional<Bounds> bounds() const override;
    std::optional<std::size_t> distinct() const override;
    std::optional<BloomFilter> bloom_filter() const override;

private:
    struct Entry {
        std::uint32_t offset;
        std::uint32_t length;
    };
    std::string_view text(const Entry& entry) const { return {texts_.data() + entry.offset, entry.length}; }
    std::uint32_t index_of(std::string_view value);
    void grow_table();
    void consider_plain();
    void make_plain();
    std::optional<BloomFilter> bloom_filter_of_plain() const;

    std::vector<char> texts_;              ///< of the dictionary, or of all values in order
    std::vector<Entry> entries_;           ///< the dictionary
    std::vector<std::uint32_t> hashes_;    ///< of the entries
    std::vector<std::uint32_t> table_;     ///< open addressing: index of the entry + 1
    std::vector<std::uint32_t> indices_;   ///< one for each value, while there is a dictionary
    std::vector<std::uint32_t> lengths_;   ///< one for each value, without a dictionary
    std::vector<std::size_t> offsets_;     ///< of every kOffsetStep-th plain text
    std::size_t next_check_ = 0;
    bool plain_ = false;
};

/// Fixed-width values.
class Int64Column final : public Column {
public:
    void append(std::size_t row, std::int64_t value) {
        validity_.set(row);
        values_.push_back(value);
    }
    void append_run(std::size_t row, std::size_t count, std::int64_t value) {
        validity_.set_run(row, count);
        values_.insert(values_.end(), count, value);
    }
    void repeat(std::size_t row, std::size_t count) { append_run(row, count, values_.back()); }

    PhysicalType type() const override { return PhysicalType::kInt64; }
    Encoding encoding() const override { return Encoding::kDeltaBinaryPacked; }
    std::size_t values() const override { return values_.size(); }
    std::size_t bytes() const override { return values_.size() * sizeof(std::int64_t); }
    void reset() override;
    void pop(std::size_t row) override;
    void append_values(std::string& out, std::size_t first, std::size_t end) const override;
    std::optional<Bounds> bounds() const override;
    std::optional<std::size_t> distinct() const override;
    /// The least and the greatest value since reset(); nothing without values.
    std::optional<std::pair<std::int64_t, std::int64_t>> extremes() const;

private:
    std::vector<std::int64_t> values_;
};

class DoubleColumn final : public Column {
public:
    void append(std::size_t row, double value) {
        validity_.set(row);
        values_.push_back(value);
    }
    void repeat(std::size_t row, std::size_t count) {
        validity_.set_run(row, count);
        values_.insert(values_.end(), count, double{values_.back()});
    }

    PhysicalType type() const override { return PhysicalType::kDouble; }
    Encoding encoding() const override { return Encoding::kPlain; }
    std::size_t values() const override { return values_.size(); }
    std::size_t bytes() const override { return values_.size() * sizeof(double); }
    void reset() override;
    void pop(std::size_t row) override;
    void append_values(std::string& out, std::size_t first, std::size_t end) const override;
    std::optional<Bounds> bounds() const override;

private:
    std::vector<double> values_;
};

class BoolColumn final : public Column {
public:
    void append(std::size_t row, bool value) {
        validity_.set(row);
        values_.push_back(value ? 1 : 0);
    }
    void repeat(std::size_t row, std::size_t count) {
        validity_.set_run(row, count);
        values_.insert(values_.end(), count, std::uint8_t{values_.back()});
    }

    PhysicalType type() const override { return PhysicalType::kBoolean; }
    Encoding encoding() const override { return Encoding::kPlain; }
    std::size_t values() const override { return values_.size(); }
    std::size_t bytes() const override { return values_.size() / 8; }
    void reset() override;
    void pop(std::size_t row) override;
    void append_values(std::string& out, std::size_t first, std::size_t end) const override;
    std::optional<std::size_t> distinct() const override;

private:
    std::vector<std::uint8_t> values_;
};

}  // namespace infra::duckdb::parquet
