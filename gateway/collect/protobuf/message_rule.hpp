#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gateway::collect::protobuf {

struct MessageRule;

/// What a field holds and how it is written as JSON.
enum class Kind : std::uint8_t {
    kString,
    kBytes,    ///< base64
    kHex,      ///< bytes that are an id: lower-case hexadecimal digits, in the JSON of OTLP, too
    kBool,
    kInt,      ///< int32, int64, enum
    kUint,     ///< uint32, uint64
    kSint,     ///< sint32, sint64
    kFixed32,
    kFixed64,
    kSfixed64,
    kDouble,
    kMessage,     ///< an object
    kAttributes,  ///< repeated messages of a key (first field) and a value (second): one object
    kChoice,      ///< a message of which one field is set: the value of that field, or null
    kWrapper,     ///< a message that exists to hold one repeated field: the array or object of that field
};

/// One field of a message. Fields of one message with the same `member` share it: the last one on the wire wins, as in a oneof.
struct FieldRule {
    std::uint32_t number = 0;
    std::string_view name;  ///< in the schema
    Kind kind = Kind::kString;
    bool repeated = false;
    const MessageRule* message = nullptr;  ///< of kMessage and what follows it
    std::string_view member = name;        ///< in the JSON that is written
};

/// A message as this service reads it; what it does not name is skipped. Members are written in the order of the fields.
struct MessageRule {
    static constexpr std::size_t kNumberMax = 31;
    static constexpr std::size_t kFieldsMax = 18;
    static constexpr std::uint8_t kUnknown = 0xff;

    explicit MessageRule(std::span<const FieldRule> rules);

    /// The position of a field in `fields`, or kUnknown.
    std::uint8_t find(std::uint32_t number) const { return number <= kNumberMax ? index[number] : kUnknown; }
    /// The field that JSON calls `key`: its name in lowerCamelCase, or as it stands in the schema. Null for an unknown one.
    const FieldRule* find_json(std::string_view key) const;

    std::span<const FieldRule> fields;
    std::array<std::uint8_t, kNumberMax + 1> index{};
    std::array<std::uint8_t, kFieldsMax> slot{};  ///< the first field with the same member
    std::array<std::string, kFieldsMax> keys;     ///< `,"member":`
};

}  // namespace gateway::collect::protobuf
