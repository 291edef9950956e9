#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>

#include "infra/duckdb/parquet/column.hpp"

namespace infra::duckdb::parquet {
namespace {

template <class T>
std::string bytes_of(T value) {
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

template <class T>
std::optional<Bounds> bounds_of(const std::vector<T>& values) {
    if (values.empty()) return std::nullopt;
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    return Bounds{bytes_of(*least), bytes_of(*greatest)};
}

}  // namespace

void Int64Column::reset() {
    validity_.reset();
    values_.clear();
}

void Int64Column::pop(std::size_t row) {
    validity_.clear(row);
    values_.pop_back();
}

void Int64Column::append_values(std::string& out, std::size_t first, std::size_t end) const {
    append_deltas(out, std::span(values_).subspan(first, end - first));
}

std::optional<Bounds> Int64Column::bounds() const { return bounds_of(values_); }

std::optional<std::size_t> Int64Column::distinct() const {
    // Open addressing with room for twice as many as are counted.
    constexpr std::size_t kSlots = 512;
    std::array<std::int64_t, kSlots> values{};
    std::bitset<kSlots> taken;
    std::size_t count = 0;
    for (const std::int64_t value : values_) {
        std::size_t slot = static_cast<std::size_t>(static_cast<std::uint64_t>(value) * 0x9E3779B97F4A7C15U >> 55U);
        while (taken[slot] && values[slot] != value) slot = (slot + 1) % kSlots;
        if (taken[slot]) continue;
        if (++count > kSlots / 2) return std::nullopt;
        taken[slot] = true;
        values[slot] = value;
    }
    return count;
}

std::optional<std::pair<std::int64_t, std::int64_t>> Int64Column::extremes() const {
    if (values_.empty()) return std::nullopt;
    const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
    return std::pair(*least, *greatest);
}

void DoubleColumn::reset() {
    validity_.reset();
    values_.clear();
}

void DoubleColumn::pop(std::size_t row) {
    validity_.clear(row);
    values_.pop_back();
}

void DoubleColumn::append_values(std::string& out, std::size_t first, std::size_t end) const {
    out.append(reinterpret_cast<const char*>(values_.data() + first), (end - first) * sizeof(double));
}

// JSON has no NaN, so any two values can be compared; a zero bound must cover both zeros.
std::optional<Bounds> DoubleColumn::bounds() const {
    if (values_.empty()) return std::nullopt;
    const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
    return Bounds{bytes_of(*least == 0 ? -0.0 : *least), bytes_of(*greatest == 0 ? 0.0 : *greatest)};
}

void BoolColumn::reset() {
    validity_.reset();
    values_.clear();
}

void BoolColumn::pop(std::size_t row) {
    validity_.clear(row);
    values_.pop_back();
}

std::optional<std::size_t> BoolColumn::distinct() const {
    const auto trues = std::count(values_.begin(), values_.end(), std::uint8_t{1});
    const bool has_true = trues > 0;
    const bool has_false = static_cast<std::size_t>(trues) < values_.size();
    return (has_true ? 1U : 0U) + (has_false ? 1U : 0U);
}

void BoolColumn::append_values(std::string& out, std::size_t first, std::size_t end) const {
    const std::size_t start = out.size();
    out.append((end - first + 7) / 8, '\0');
    for (std::size_t i = first; i < end; ++i) {
        if (values_[i] == 0) continue;
        char& byte = out[start + (i - first) / 8];
        byte = static_cast<char>(static_cast<unsigned char>(byte) | (1U << ((i - first) % 8)));
    }
}

}  // namespace infra::duckdb::parquet
