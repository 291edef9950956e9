#include "gateway/collect/payload_builder.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "domain/base/byte_search.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
namespace limits = domain::base::limits;

/// Converted parts begin with this much and grow; most text bodies are small.
constexpr std::size_t kFirstPartBytes = 4 * limits::kKiB;

constexpr std::size_t kEscapeBytesMax = 6;

/// Writes the escape of one byte to `out`; gives its length.
std::size_t write_escape(char* out, char c) {
    constexpr char kHex[] = "0123456789abcdef";
    const auto two = [&](char second) {
        out[0] = '\\';
        out[1] = second;
        return std::size_t{2};
    };
    switch (c) {
        case '"': return two('"');
        case '\\': return two('\\');
        case '\n': return two('n');
        case '\r': return two('r');
        case '\t': return two('t');
        default: break;
    }
    const auto byte = static_cast<unsigned char>(c);
    std::memcpy(out, "\\u00", 4);
    out[4] = kHex[byte >> 4];
    out[5] = kHex[byte & 15];
    return 6;
}

}  // namespace

void PayloadBuilder::keep(std::size_t begin_offset, std::size_t end_offset) {
    const bool touching = count_in_part_ > 0 && slice_end_ == begin_offset;
    if (!slicing_ || touching) {
        // `{}{}` needs white space between its observations.
        begin();
        append(body_.view().substr(begin_offset, end_offset - begin_offset));
        end();
        return;
    }
    if (count_in_part_ == 0) slice_begin_ = begin_offset;
    slice_end_ = end_offset;
    ++count_in_part_;
    ++count_;
    if (slice_end_ - slice_begin_ >= limits::bundle_record_bytes_target) cut_slice();
}

void PayloadBuilder::cut_slice() {
    if (count_in_part_ == 0) return;
    parts_.push_back({body_.share(slice_begin_, slice_end_ - slice_begin_), count_in_part_});
    count_in_part_ = 0;
}

void PayloadBuilder::begin() {
    if (slicing_) {
        cut_slice();
        slicing_ = false;
    }
    observation_begin_ = written_.size();
}

/// Makes room for `bytes` more; never again after a failure.
bool PayloadBuilder::grow(std::size_t bytes) {
    if (failed()) return false;
    const std::size_t wanted = written_.size() + bytes;
    if (wanted - observation_begin_ > limits::observation_bytes_max + limits::kKiB) {
        fail(Error(ErrorCode::kTooLarge, "observation " + std::to_string(count_ + 1) + " is too large, the limit in bytes is " +
                                             std::to_string(limits::observation_bytes_max)));
        return false;
    }
    const auto grown = pool_.grow(written_, std::max({wanted, written_.capacity() * 2, kFirstPartBytes}));
    if (!grown) fail(grown.error());
    return grown.has_value();
}

void PayloadBuilder::append_escaped(std::string_view text) {
    std::size_t from = 0;
    for (;;) {
        const std::size_t stop = domain::base::find_escapable(text, from);
        append(text.substr(from, stop - from));
        if (stop == text.size()) return;
        if (written_.capacity() - written_.size() < kEscapeBytesMax && !grow(kEscapeBytesMax)) return;
        written_.resize(written_.size() + write_escape(written_.data() + written_.size(), text[stop]));
        from = stop + 1;
    }
}

void PayloadBuilder::end() {
    const std::size_t size = written_.size() - observation_begin_;
    if (size > limits::observation_bytes_max) {
        fail(Error(ErrorCode::kTooLarge, "observation " + std::to_string(count_ + 1) + " is too large, the limit in bytes is " +
                                             std::to_string(limits::observation_bytes_max)));
    }
    append("\n");
    converted_bytes_ += size + 1;
    if (converted_bytes_ > kConvertedBytesMax) {
        fail(Error(ErrorCode::kTooLarge, "body is too large when converted to JSON, the limit in bytes is " +
                                             std::to_string(kConvertedBytesMax)));
    }
    ++count_in_part_;
    ++count_;
    if (written_.size() >= limits::bundle_record_bytes_target) cut_written();
}

void PayloadBuilder::cut_written() {
    if (count_in_part_ == 0) return;
    parts_.push_back({written_.share(0, written_.size()), count_in_part_});
    count_in_part_ = 0;
    written_ = http::Slab();
    observation_begin_ = 0;
}

domain::base::Result<std::vector<PayloadPart>> PayloadBuilder::finish() {
    if (failure_) return *failure_;
    if (slicing_) cut_slice();
    else cut_written();
    return std::move(parts_);
}

}  // namespace gateway::collect
