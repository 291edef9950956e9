#include "gateway/http/content_coding.hpp"

#include <algorithm>
#include <string>

#include <snappy.h>

#include "gateway/http/give_way.hpp"
#include "gateway/http/header_list.hpp"

namespace gateway::http {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

/// Two layers are what a proxy might make; more is an attack.
constexpr std::size_t kCodingsMax = 2;
/// About 500 µs of decompression: then other connections of this thread get their turn.
constexpr std::size_t kYieldBytes = 256 * domain::base::limits::kKiB;

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split_list(std::string_view list) {
    std::vector<std::string_view> items;
    while (!list.empty()) {
        const auto comma = list.find(',');
        const auto item = trim(list.substr(0, comma));
        if (!item.empty()) items.push_back(item);
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return items;
}

Error too_large(std::size_t decoded_bytes_max) {
    return Error(ErrorCode::kTooLarge,
                 "body is too large after decompression, the limit in bytes is " + std::to_string(decoded_bytes_max));
}

/// Snappy's block format says first how long it will be. It comes out at once, since any part may be repeated later; at the limit
/// of 50 MB that takes some 30 ms.
Result<Slab> decompress_snappy(const Slab& coded, std::size_t bytes_max, SlabPool& pool) {
    const Error corrupt(ErrorCode::kInvalidArgument, "body is not valid snappy: it has to be one block, not framed");
    std::size_t size = 0;
    if (!snappy::GetUncompressedLength(coded.view().data(), coded.size(), &size)) return corrupt;
    if (size > bytes_max) return too_large(bytes_max);
    // The announced size is no reason to hold memory: a block grows to at most 64 bytes for every three.
    if (size / 32 > coded.size()) return corrupt;
    auto decoded = pool.acquire(std::max<std::size_t>(size, 1));
    if (!decoded) return decoded.error();
    if (!snappy::RawUncompress(coded.view().data(), coded.size(), decoded->data())) return corrupt;
    decoded->resize(size);
    return std::move(*decoded);
}

Task<Result<Slab>> decompress(std::string_view coding, const Slab& coded, std::size_t bytes_max, SlabPool& pool) {
    if (equal_ignoring_case(coding, "snappy")) co_return decompress_snappy(coded, bytes_max, pool);
    auto decompressor = make_decompressor(coding, coded.view());
    if (!decompressor) co_return decompressor.error();
    // Logs shrink to about a tenth; a first guess of eight times saves most bodies the move.
    auto decoded = pool.acquire(std::min(bytes_max + 1, std::max<std::size_t>(coded.size() * 8, 4096)));
    if (!decoded) co_return decoded.error();
    std::size_t since_yield = 0;
    for (;;) {
        // One byte of room over the limit tells an exact fit from an overflow.
        const std::size_t room = std::min(decoded->capacity(), bytes_max + 1) - decoded->size();
        if (room == 0) {
            if (decoded->size() > bytes_max) co_return too_large(bytes_max);
            auto grown = pool.grow(*decoded, std::min(decoded->capacity() * 2, bytes_max + 1));
            if (!grown) co_return grown.error();
            continue;
        }
        const auto step = (*decompressor)->step(decoded->data() + decoded->size(), std::min(room, kYieldBytes));
        if (!step) co_return step.error();
        decoded->resize(decoded->size() + step->produced);
        if (decoded->size() > bytes_max) co_return too_large(bytes_max);
        if (step->done) co_return std::move(*decoded);
        since_yield += step->produced;
        if (since_yield >= kYieldBytes) {
            since_yield = 0;
            co_await give_way();
        }
    }
}

}  // namespace

Task<Result<Slab>> decode_content(Slab body, std::string_view content_encoding, std::size_t decoded_bytes_max,
                                  SlabPool& pool) {
    if (body.empty()) co_return std::move(body);
    auto codings = split_list(content_encoding);
    std::erase_if(codings, [](std::string_view coding) { return equal_ignoring_case(coding, "identity"); });
    if (codings.size() > kCodingsMax) co_return Error(ErrorCode::kUnsupportedMedia, "too many content codings");
    while (!codings.empty()) {
        auto decoded = co_await decompress(codings.back(), body, decoded_bytes_max, pool);
        if (!decoded) co_return decoded.error();
        body = std::move(*decoded);
        codings.pop_back();
    }
    co_return std::move(body);
}

bool accepts_gzip(std::string_view accept_encoding) {
    for (const std::string_view item : split_list(accept_encoding)) {
        const auto coding = trim(item.substr(0, item.find(';')));
        if (!equal_ignoring_case(coding, "gzip") && coding != "*") continue;
        const auto weight = item.find("q=");
        if (weight == std::string_view::npos) return true;
        return item.find_first_of("123456789", weight + 2) != std::string_view::npos;
    }
    return false;
}

}  // namespace gateway::http
