#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace infra::duckdb::parquet {

/// Writes structures in Thrift's compact protocol, which Parquet's page headers and footer use.
/// Source: thrift/doc/specs/thrift-compact-protocol.md. Fields of a structure must come in ascending order.
class ThriftWriter {
public:
    explicit ThriftWriter(std::string& out) : out_(out) {}

    void begin_struct(std::int16_t field);  ///< a structure as a field
    void begin_element();                   ///< a structure as an element of a list, or the outermost one
    void end_struct();
    void begin_list(std::int16_t field, std::size_t size, std::uint8_t element_type);

    void i32(std::int16_t field, std::int32_t value);
    void i64(std::int16_t field, std::int64_t value);
    void boolean(std::int16_t field, bool value);
    void binary(std::int16_t field, std::string_view value);
    void i32_element(std::int32_t value);
    void binary_element(std::string_view value);

    static constexpr std::uint8_t kI32 = 5;
    static constexpr std::uint8_t kBinary = 8;
    static constexpr std::uint8_t kStruct = 12;

private:
    static constexpr std::size_t kDepthMax = 16;
    void field_header(std::int16_t field, std::uint8_t type);
    void varint(std::uint64_t value);
    void zigzag(std::int64_t value);

    std::string& out_;
    std::int16_t last_field_[kDepthMax] = {};
    std::size_t depth_ = 0;
};

}  // namespace infra::duckdb::parquet
