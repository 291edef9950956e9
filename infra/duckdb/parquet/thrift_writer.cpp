#include "infra/duckdb/parquet/thrift_writer.hpp"

#include <cassert>

namespace infra::duckdb::parquet {
namespace {

constexpr std::uint8_t kTrue = 1;
constexpr std::uint8_t kFalse = 2;
constexpr std::uint8_t kI64 = 6;
constexpr std::uint8_t kList = 9;

}  // namespace

void ThriftWriter::varint(std::uint64_t value) {
    while (value >= 0x80) {
        out_.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    out_.push_back(static_cast<char>(value));
}

void ThriftWriter::zigzag(std::int64_t value) {
    varint((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void ThriftWriter::field_header(std::int16_t field, std::uint8_t type) {
    const int delta = field - last_field_[depth_];
    if (delta > 0 && delta <= 15) {
        out_.push_back(static_cast<char>((delta << 4) | type));
    } else {
        out_.push_back(static_cast<char>(type));
        zigzag(field);
    }
    last_field_[depth_] = field;
}

void ThriftWriter::begin_struct(std::int16_t field) {
    field_header(field, kStruct);
    begin_element();
}

void ThriftWriter::begin_element() {
    assert(depth_ + 1 < kDepthMax);
    last_field_[++depth_] = 0;
}

void ThriftWriter::end_struct() {
    out_.push_back('\0');
    --depth_;
}

void ThriftWriter::begin_list(std::int16_t field, std::size_t size, std::uint8_t element_type) {
    field_header(field, kList);
    if (size < 15) {
        out_.push_back(static_cast<char>((size << 4) | element_type));
    } else {
        out_.push_back(static_cast<char>(0xF0 | element_type));
        varint(size);
    }
}

void ThriftWriter::i32(std::int16_t field, std::int32_t value) {
    field_header(field, kI32);
    zigzag(value);
}

void ThriftWriter::i64(std::int16_t field, std::int64_t value) {
    field_header(field, kI64);
    zigzag(value);
}

void ThriftWriter::boolean(std::int16_t field, bool value) { field_header(field, value ? kTrue : kFalse); }

void ThriftWriter::binary(std::int16_t field, std::string_view value) {
    field_header(field, kBinary);
    binary_element(value);
}

void ThriftWriter::i32_element(std::int32_t value) { zigzag(value); }

void ThriftWriter::binary_element(std::string_view value) {
    varint(value.size());
    out_.append(value);
}

}  // namespace infra::duckdb::parquet
