#include "gateway/collect/structural_index.hpp"

#include <algorithm>
#include <new>

#include <simdjson.h>

#include "domain/base/limits.hpp"

namespace gateway::collect {
namespace {

using simdjson::internal::dom_parser_implementation;
using domain::base::limits::kKiB;
using domain::base::limits::kMiB;

constexpr std::size_t kCapacityMin = 64 * kKiB;
/// Larger than this is for single huge strings, and given back right after.
constexpr std::size_t kCapacityKept = kMiB;
/// The index has no depth; simdjson wants a number.
constexpr std::size_t kDepth = 1;

const std::uint8_t* bytes(std::string_view text) { return reinterpret_cast<const std::uint8_t*>(text.data()); }

/// Bytes at the end that begin a character without finishing it.
std::size_t partial_character(std::string_view text) {
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (byte < 0x80) return 0;
        if (byte >= 0xc0) {
            const std::size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
            return back < length ? back : 0;
        }
    }
    return 0;
}

}  // namespace

struct StructuralIndex::Parser {
    std::unique_ptr<dom_parser_implementation> implementation;
};

StructuralIndex::StructuralIndex() : parser_(std::make_unique<Parser>()) {}
StructuralIndex::~StructuralIndex() = default;

StructuralIndex& StructuralIndex::local() {
    thread_local StructuralIndex index;
    return index;
}

void StructuralIndex::reserve(std::size_t bytes_wanted) {
    const std::size_t present = parser_->implementation ? parser_->implementation->capacity() : 0;
    if (present >= bytes_wanted && (present <= kCapacityKept || bytes_wanted > kCapacityKept)) return;
    std::size_t capacity = kCapacityMin;
    while (capacity < bytes_wanted) capacity *= 2;
    const auto failed = simdjson::get_active_implementation()->create_dom_parser_implementation(
        capacity, kDepth, parser_->implementation);
    if (failed) throw std::bad_alloc();
}

StructuralIndex::Outcome StructuralIndex::index(std::string_view text) {
    reserve(text.size());
    consumed_ = text.size();
    size_ = 0;
    const auto error = parser_->implementation->stage1(bytes(text), text.size(), simdjson::stage1_mode::regular);
    if (error == simdjson::EMPTY) return Outcome::kFine;
    if (error) return Outcome::kFault;
    indexes_ = parser_->implementation->structural_indexes.get();
    size_ = parser_->implementation->n_structural_indexes;
    return Outcome::kFine;
}

StructuralIndex::Outcome StructuralIndex::index_cut_off(std::string_view text) {
    text.remove_suffix(partial_character(text));
    reserve(text.size());
    size_ = 0;
    consumed_ = 0;
    if (text.empty()) return Outcome::kFine;
    const auto error =
        parser_->implementation->stage1(bytes(text), text.size(), simdjson::stage1_mode::streaming_partial);
    // Both say only that no *document* of a stream ends here; the index itself is complete.
    if (error && error != simdjson::EMPTY && error != simdjson::CAPACITY) return Outcome::kFault;
    // That mode shortens the count to whole documents, but leaves the offsets and the text's length behind them.
    indexes_ = parser_->implementation->structural_indexes.get();
    while (indexes_[size_] < text.size()) ++size_;
    consumed_ = text.size();
    if (size_ > 0) {
        --size_;
        consumed_ = indexes_[size_];
    }
    return simdjson::validate_utf8(text.data(), consumed_) ? Outcome::kFine : Outcome::kFault;
}

}  // namespace gateway::collect
