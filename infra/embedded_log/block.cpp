#include "infra/embedded_log/block.hpp"

#include <bit>
#include <cstring>

#include <xxhash.h>

namespace infra::embedded_log {

static_assert(std::endian::native == std::endian::little, "the format is written in the machine's order");

namespace {

constexpr std::uint32_t kMagic = 0x4b4c424f;  // "OBLK"
constexpr std::size_t kChecksumAt = BlockHeader::kBytes - sizeof(std::uint64_t);

template <class Number>
void put(char*& out, Number number) {
    std::memcpy(out, &number, sizeof number);
    out += sizeof number;
}

template <class Number>
void put(std::string& out, Number number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <class Number>
Number take(const char*& in) {
    Number number;
    std::memcpy(&number, in, sizeof number);
    in += sizeof number;
    return number;
}

std::uint64_t header_checksum(const char* bytes, BlockPlace place) {
    return XXH3_64bits_withSeed(bytes, kChecksumAt, place.segment * 0x9e3779b97f4a7c15ULL + place.position);
}

/// Takes pieces off the front of a body; remembers when one was missing.
class Reader {
public:
    explicit Reader(std::string_view bytes) : left_(bytes) {}

    std::uint32_t number() {
        const std::string_view bytes = text(sizeof(std::uint32_t));
        if (bytes.empty()) return 0;
        const char* in = bytes.data();
        return take<std::uint32_t>(in);
    }
    std::string_view text(std::size_t bytes) {
        if (bytes > left_.size()) {
            good_ = false;
            return {};
        }
        const std::string_view taken = left_.substr(0, bytes);
        left_.remove_prefix(bytes);
        return taken;
    }
    bool good() const { return good_; }
    std::size_t left() const { return left_.size(); }

private:
    std::string_view left_;
    bool good_ = true;
};

}  // namespace

const char kBlockFirstByte = 'O';

void encode(const BlockHeader& header, BlockPlace place, char* out) {
    char* at = out;
    put(at, kMagic);
    put(at, header.partition);
    put(at, header.records);
    put(at, header.flags);
    put(at, header.body_bytes);
    put(at, header.first_offset);
    put(at, header.group);
    put(at, header.appended_at);
    put(at, header.body_checksum);
    put(at, header_checksum(out, place));
}

std::optional<BlockHeader> decode(const char* bytes, BlockPlace place) {
    const char* in = bytes;
    if (take<std::uint32_t>(in) != kMagic) return std::nullopt;
    BlockHeader header;
    header.partition = take<std::int32_t>(in);
    header.records = take<std::uint32_t>(in);
    header.flags = take<std::uint32_t>(in);
    header.body_bytes = take<std::uint64_t>(in);
    header.first_offset = take<std::int64_t>(in);
    header.group = take<std::uint64_t>(in);
    header.appended_at = take<std::int64_t>(in);
    header.body_checksum = take<std::uint64_t>(in);
    if (take<std::uint64_t>(in) != header_checksum(bytes, place)) return std::nullopt;
    return header;
}

void encode_record(const std::string& key, const eventlog::Record& record, std::string& out) {
    put(out, static_cast<std::uint32_t>(record.value.size()));
    put(out, static_cast<std::uint32_t>(key.size()));
    put(out, static_cast<std::uint32_t>(record.headers.size()));
    for (const eventlog::Header& header : record.headers) {
        put(out, static_cast<std::uint32_t>(header.name.size()));
        put(out, static_cast<std::uint32_t>(header.value.size()));
    }
    out += key;
    for (const eventlog::Header& header : record.headers) {
        out += header.name;
        out += header.value;
    }
}

bool decode_records(const BlockHeader& header, const base::SharedBytes& body, std::int64_t from,
                    std::vector<eventlog::StoredRecord>& out) {
    Reader reader(body.view());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lengths;
    for (std::int64_t offset = header.first_offset; offset < header.end_offset(); ++offset) {
        const std::uint32_t value_bytes = reader.number();
        const std::uint32_t key_bytes = reader.number();
        const std::uint32_t headers = reader.number();
        if (headers > reader.left() / 8) return false;
        lengths.resize(headers);
        for (auto& [name, value] : lengths) {
            name = reader.number();
            value = reader.number();
        }
        eventlog::StoredRecord record;
        record.position = {eventlog::PartitionId(header.partition), eventlog::Offset(offset)};
        record.appended_at = base::from_nanoseconds(header.appended_at);
        record.key = reader.text(key_bytes);
        record.headers.reserve(headers);
        for (const auto& [name, value] : lengths) {
            eventlog::Header read;
            read.name = reader.text(name);
            read.value = reader.text(value);
            record.headers.push_back(std::move(read));
        }
        record.value = body.slice(body.size() - reader.left(), value_bytes);
        reader.text(value_bytes);
        if (!reader.good()) return false;
        if (offset >= from) out.push_back(std::move(record));
    }
    return reader.left() == 0;
}

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace infra::embedded_log
