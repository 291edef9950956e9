#include "infra/embedded_log/block.hpp"

#include <catch2/catch.hpp>

#include "infra/embedded_log/block_builder.hpp"

namespace {

using namespace infra::embedded_log;

std::string bytes_of(BlockBuilder& builder) {
    std::string bytes;
    for (const iovec& piece : builder.finish()) bytes.append(static_cast<const char*>(piece.iov_base), piece.iov_len);
    return bytes;
}

eventlog::Record record(std::size_t size, char fill) {
    return eventlog::Record{{{"name", std::string(3, fill)}, {"empty", ""}}, base::SharedBytes::of(std::string(size, fill))};
}

/// The records of all blocks in `bytes`, which begin at `place`.
std::vector<eventlog::StoredRecord> records_of(const std::string& bytes, BlockPlace place, std::vector<BlockHeader>& headers) {
    std::vector<eventlog::StoredRecord> records;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto header = decode(bytes.data() + at, {place.segment, place.position + at});
        REQUIRE(header.has_value());
        const auto body = base::SharedBytes::of(bytes.substr(at + BlockHeader::kBytes, header->body_bytes));
        REQUIRE(checksum(body.view()) == header->body_checksum);
        REQUIRE(decode_records(*header, body, 0, records));
        headers.push_back(*header);
        at += header->bytes();
    }
    return records;
}

}  // namespace

TEST_CASE("blocks give back the records that were added, whether their values were copied or not") {
    const std::vector<std::size_t> sizes{0, 1, 4095, 4096, 4097, 100'000, 3'000'000, 10, 700'000, 700'000};
    std::vector<eventlog::Record> added;
    for (std::size_t i = 0; i < sizes.size(); ++i) added.push_back(record(sizes[i], static_cast<char>('a' + i)));
    const BlockPlace place{7, 123};
    BlockBuilder builder(place, 42, 1'000'000'007);
    const std::string key = "key";
    for (std::size_t i = 0; i < added.size(); ++i) builder.add(1, static_cast<std::int64_t>(i), key, added[i]);
    const std::string bytes = bytes_of(builder);
    CHECK(builder.bytes() == bytes.size());
    std::vector<BlockHeader> headers;
    const auto records = records_of(bytes, place, headers);
    REQUIRE(records.size() == added.size());
    for (std::size_t i = 0; i < added.size(); ++i) {
        CHECK(records[i].key == key);
        CHECK(records[i].headers == added[i].headers);
        CHECK(records[i].value.view() == added[i].value.view());
        CHECK(records[i].position.offset.value() == static_cast<std::int64_t>(i));
        CHECK(base::to_nanoseconds(records[i].appended_at) == 1'000'000'007);
    }
    CHECK(headers.size() > 1);
    for (const BlockHeader& header : headers) {
        CHECK(header.group == 42);
        CHECK(header.ends_group() == (&header == &headers.back()));
    }
}

TEST_CASE("every partition gets a block of its own") {
    BlockBuilder builder({1, 0}, 1, 0);
    const std::string key;
    const auto small = record(10, 'x');
    for (const std::int32_t partition : {0, 0, 2, 3, 3, 3}) builder.add(partition, 5, key, small);
    std::vector<BlockHeader> headers;
    records_of(bytes_of(builder), {1, 0}, headers);
    REQUIRE(headers.size() == 3);
    CHECK(headers[0].partition == 0);
    CHECK(headers[0].records == 2);
    CHECK(headers[1].partition == 2);
    CHECK(headers[2].end_offset() == 8);
}

TEST_CASE("a header verifies at its place only, and with every bit as it was written") {
    BlockBuilder builder({3, 64}, 1, 0);
    const std::string key = "key";
    const auto small = record(10, 'x');
    builder.add(0, 0, key, small);
    const std::string bytes = bytes_of(builder);
    REQUIRE(decode(bytes.data(), {3, 64}).has_value());
    CHECK_FALSE(decode(bytes.data(), {3, 65}).has_value());
    CHECK_FALSE(decode(bytes.data(), {4, 64}).has_value());
    for (std::size_t bit = 0; bit < BlockHeader::kBytes * 8; ++bit) {
        std::string damaged = bytes;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
        CHECK_FALSE(decode(damaged.data(), {3, 64}).has_value());
    }
}

TEST_CASE("a body of the wrong form is refused and not read beyond its end") {
    BlockBuilder builder({3, 64}, 1, 0);
    const std::string key = "key";
    const auto small = record(10, 'x');
    builder.add(0, 0, key, small);
    const std::string bytes = bytes_of(builder);
    const auto header = *decode(bytes.data(), {3, 64});
    const std::string body = bytes.substr(BlockHeader::kBytes);
    std::vector<eventlog::StoredRecord> records;
    for (std::size_t length = 0; length < body.size(); ++length) {
        CHECK_FALSE(decode_records(header, base::SharedBytes::of(body.substr(0, length)), 0, records));
    }
    for (std::size_t at = 0; at < 12; ++at) {
        std::string damaged = body;
        damaged[at] = '\xff';
        CHECK_FALSE(decode_records(header, base::SharedBytes::of(damaged), 0, records));
    }
    CHECK(records.empty());
}
