#include "infra/duckdb/merge/value_store.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "infra/duckdb/merge/vectors.hpp"

namespace infra::duckdb::merge {
namespace {

using domain::catalog::LeafType;

class TextStore final : public ValueStore {
public:
    void begin(std::size_t rows) override {
        texts_.clear();
        cells_.assign(rows, Cell{});
        recent_.fill(Recent{});
        asked_ = found_ = 0;
    }

    void keep(duckdb_vector vector, std::size_t first, std::size_t count, const Wanted& wanted) override {
        const auto* const values = static_cast<const duckdb_string_t*>(duckdb_vector_get_data(vector));
        const std::uint64_t* const validity = duckdb_vector_get_validity(vector);
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_valid(validity, i) || !wanted.has(first + i)) continue;
            cells_[first + i] = cell_of(text_of(values[i]));
        }
    }

    std::size_t bytes() const override { return texts_.size(); }

    parquet::Column& column_of(std::span<const std::uint32_t> rows) override {
        column_.reset();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            // The rows come from everywhere: both reads of a value would miss the cache.
            if (i + 2 * kAhead < rows.size()) __builtin_prefetch(&cells_[rows[i + 2 * kAhead]]);
            if (i + kAhead < rows.size()) __builtin_prefetch(texts_.data() + cells_[rows[i + kAhead]].offset);
            const Cell& cell = cells_[rows[i]];
            if (cell.length != kNone) column_.append(i, std::string_view(texts_.data() + cell.offset, cell.length));
        }
        return column_;
    }

private:
    static constexpr std::size_t kAhead = 8;
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    struct Cell {
        std::size_t offset = 0;
        std::uint32_t length = kNone;
    };

    /// Looking for a text among the recent ones is worth it where one of so many is found.
    static constexpr std::size_t kFoundShare = 8;
    static constexpr std::size_t kTrial = 4096;
    struct Recent {
        std::uint64_t hash = 0;
        Cell cell;
    };

    /// Where the text stands: texts that recur, as shapes do, are kept once, or hardly more often.
    Cell cell_of(std::string_view text) {
        const bool is_looked_for = asked_ < kTrial || found_ * kFoundShare > asked_;
        Recent* recent = nullptr;
        if (is_looked_for) {
            ++asked_;
            const std::uint64_t hash = XXH3_64bits(text.data(), text.size());
            recent = &recent_[hash % recent_.size()];
            const bool is_found = recent->hash == hash && recent->cell.length == text.size() &&
                                  std::memcmp(texts_.data() + recent->cell.offset, text.data(), text.size()) == 0;
            if (is_found) {
                ++found_;
                return recent->cell;
            }
            recent->hash = hash;
        }
        const Cell cell{texts_.size(), static_cast<std::uint32_t>(text.size())};
        texts_.insert(texts_.end(), text.begin(), text.end());
        if (recent != nullptr) recent->cell = cell;
        return cell;
    }

    std::vector<char> texts_;
    std::vector<Cell> cells_;
    std::array<Recent, 2048> recent_;
    std::size_t asked_ = 0;
    std::size_t found_ = 0;
    parquet::StringColumn column_;
};

template <class Value, class Column>
class FixedStore final : public ValueStore {
public:
    void begin(std::size_t rows) override {
        values_.resize(rows);
        present_.assign(rows, 0);
    }

    void keep(duckdb_vector vector, std::size_t first, std::size_t count, const Wanted& wanted) override {
        const auto* const values = static_cast<const Value*>(duckdb_vector_get_data(vector));
        const std::uint64_t* const validity = duckdb_vector_get_validity(vector);
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_valid(validity, i) || !wanted.has(first + i)) continue;
            values_[first + i] = values[i];
            present_[first + i] = 1;
        }
    }

    std::size_t bytes() const override { return 0; }

    parquet::Column& column_of(std::span<const std::uint32_t> rows) override {
        column_.reset();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (present_[rows[i]] != 0) column_.append(i, values_[rows[i]]);
        }
        return column_;
    }

private:
    std::vector<Value> values_;
    std::vector<std::uint8_t> present_;
    Column column_;
};

}  // namespace

std::unique_ptr<ValueStore> make_value_store(LeafType type) {
    switch (type) {
        case LeafType::kInt64: return std::make_unique<FixedStore<std::int64_t, parquet::Int64Column>>();
        case LeafType::kFloat64: return std::make_unique<FixedStore<double, parquet::DoubleColumn>>();
        case LeafType::kBool: return std::make_unique<FixedStore<std::uint8_t, parquet::BoolColumn>>();
        case LeafType::kString:
        case LeafType::kArray: break;
    }
    return std::make_unique<TextStore>();
}

}  // namespace infra::duckdb::merge
