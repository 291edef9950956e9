#include "infra/embedded_log/segment.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace infra::embedded_log {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSegmentMagic = 0x31474553'4c41504fULL;  // "OPALSEG1"
constexpr std::string_view kSuffix = ".log";
constexpr std::string_view kUnfinishedSuffix = ".new";

template <class Number>
void put_number(std::string& out, Number number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <class Number>
Number get(const std::string& in, std::size_t at) {
    Number number;
    std::memcpy(&number, in.data() + at, sizeof number);
    return number;
}

std::string encode(const Segment& segment) {
    std::string text;
    put_number(text, kSegmentMagic);
    put_number(text, segment.sequence);
    put_number(text, segment.created_at);
    put_number(text, segment.first_group);
    put_number(text, static_cast<std::uint32_t>(segment.starts.size()));
    put_number(text, std::uint32_t{0});
    for (const std::int64_t start : segment.starts) put_number(text, start);
    put_number(text, checksum(text));
    return text;
}

base::Error damaged(std::uint64_t sequence, const std::string& what) {
    return base::Error(base::ErrorCode::kInternal,
                       "the log is damaged: " + what + ", segment " + std::to_string(sequence));
}

/// The group of the first whole header behind `from`, if there is one.
base::Result<std::optional<std::uint64_t>> later_group(const File& file, std::uint64_t sequence, std::uint64_t from,
                                                       std::uint64_t end) {
    std::string chunk;
    for (std::uint64_t at = from; at < end;) {
        chunk.resize(std::min<std::uint64_t>(1 << 20, end - at));
        auto got = read_at(file, chunk, at);
        if (!got) return got.error();
        chunk.resize(*got);
        if (chunk.size() < BlockHeader::kBytes) break;
        const std::size_t last = chunk.size() - BlockHeader::kBytes;
        for (std::size_t i = 0; i <= last; ++i) {
            const void* found = std::memchr(chunk.data() + i, kBlockFirstByte, last - i + 1);
            if (found == nullptr) break;
            i = static_cast<std::size_t>(static_cast<const char*>(found) - chunk.data());
            if (const auto header = decode(chunk.data() + i, BlockPlace{sequence, at + i})) {
                return std::optional<std::uint64_t>(header->group);
            }
        }
        at += last + 1;
    }
    return std::optional<std::uint64_t>();
}

}  // namespace

fs::path segment_path(const fs::path& directory, std::uint64_t sequence) {
    char name[32];
    std::snprintf(name, sizeof name, "%020llu", static_cast<unsigned long long>(sequence));
    return directory / (std::string(name) + std::string(kSuffix));
}

bool has_segments(const fs::path& directory) {
    std::error_code failure;
    for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end; entry.increment(failure)) {
        if (entry->path().extension() == kSuffix) return true;
    }
    return false;
}

base::Result<std::vector<std::uint64_t>> list_segments(const fs::path& directory) {
    std::vector<std::uint64_t> sequences;
    std::error_code failure;
    for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (name.ends_with(kUnfinishedSuffix)) {
            std::error_code ignored;
            fs::remove(entry->path(), ignored);
        } else if (name.ends_with(kSuffix)) {
            std::uint64_t sequence = 0;
            const char* end_of_number = name.data() + name.size() - kSuffix.size();
            const auto [rest, error] = std::from_chars(name.data(), end_of_number, sequence);
            if (error == std::errc() && rest == end_of_number) sequences.push_back(sequence);
        }
    }
    if (failure) return system_error("cannot list " + directory.string(), failure.value());
    std::sort(sequences.begin(), sequences.end());
    return sequences;
}

base::Result<File> create_segment(const fs::path& directory, const Segment& segment) {
    const fs::path path = segment_path(directory, segment.sequence);
    const fs::path unfinished = path.string() + std::string(kUnfinishedSuffix);
    auto file = open_file(unfinished, O_RDWR | O_CREAT | O_TRUNC);
    if (!file) return file.error();
    std::string header = encode(segment);
    iovec piece{header.data(), header.size()};
    auto done = write_at(*file, {&piece, 1}, 0);
    if (done) done = sync_data(*file);
    if (done && ::rename(unfinished.c_str(), path.c_str()) != 0) done = system_error("cannot rename a segment", errno);
    if (!done) {
        ::unlink(unfinished.c_str());
        return done.error();
    }
    if (auto synced = sync_directory(directory); !synced) return synced.error();
    return file;
}

base::Result<Segment> read_segment(const File& file, std::uint64_t sequence) {
    std::string bytes(48 + 8 * static_cast<std::size_t>(partitions_max), '\0');
    const auto got = read_at(file, bytes, 0);
    if (!got) return got.error();
    if (*got < 48 || get<std::uint64_t>(bytes, 0) != kSegmentMagic) return damaged(sequence, "no segment header");
    Segment segment;
    segment.sequence = get<std::uint64_t>(bytes, 8);
    segment.created_at = get<std::int64_t>(bytes, 16);
    segment.first_group = get<std::uint64_t>(bytes, 24);
    const auto partitions = get<std::uint32_t>(bytes, 32);
    if (segment.sequence != sequence || partitions > static_cast<std::uint32_t>(partitions_max) ||
        *got < 48 + 8 * std::size_t{partitions}) {
        return damaged(sequence, "segment header");
    }
    const std::size_t checksum_at = 40 + 8 * std::size_t{partitions};
    if (checksum(std::string_view(bytes).substr(0, checksum_at)) != get<std::uint64_t>(bytes, checksum_at)) {
        return damaged(sequence, "segment header");
    }
    for (std::size_t i = 0; i < partitions; ++i) segment.starts.push_back(get<std::int64_t>(bytes, 40 + 8 * i));
    return segment;
}

base::Result<void> scan(const File& file, std::uint64_t sequence, Extent& extent) {
    const auto found = status(file);
    if (!found) return found.error();
    std::string body;
    char bytes[BlockHeader::kBytes];
    while (extent.position + BlockHeader::kBytes <= found->bytes) {
        if (auto got = read_at(file, bytes, extent.position); !got) return got.error();
        const auto header = decode(bytes, BlockPlace{sequence, extent.position});
        if (!header || header->bytes() > found->bytes - extent.position) break;
        const auto partition = static_cast<std::size_t>(header->partition);
        if (partition >= extent.ends.size() || extent.ends[partition] != header->first_offset) break;
        body.resize(header->body_bytes);
        if (auto got = read_at(file, body, extent.position + BlockHeader::kBytes); !got) return got.error();
        if (checksum(body) != header->body_checksum) break;
        extent.ends[partition] = header->end_offset();
        extent.next_group = header->group + (header->ends_group() ? 1 : 0);
        extent.group_open = !header->ends_group();
        extent.position += header->bytes();
    }
    if (extent.position < found->bytes) {
        const auto later = later_group(file, sequence, extent.position + 1, found->bytes);
        if (!later) return later.error();
        // What did not verify belongs to `next_group`. Nobody writes a group before the one before it is confirmed.
        if (*later && **later > extent.next_group) return damaged(sequence, "a confirmed block does not verify");
    }
    if (extent.group_open) {
        // The rest of the group was lost with an unconfirmed write; its whole blocks are kept as a group of their own.
        extent.group_open = false;
        ++extent.next_group;
    }
    return {};
}

}  // namespace infra::embedded_log
