#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace gateway::collect::protobuf {

/// How a value is laid out on the wire (https://protobuf.dev/programming-guides/encoding/). Groups are not supported.
enum class WireType : std::uint8_t { kVarint = 0, kFixed64 = 1, kLength = 2, kFixed32 = 5 };

/// One field of a message: what its type says is set.
struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::kVarint;
    std::uint64_t value = 0;  ///< of a varint or a fixed field
    std::string_view bytes;   ///< of a field with a length
};

/// Walks over the fields of one message without copying. Never reads beyond it.
class WireReader {
public:
    WireReader() = default;
    explicit WireReader(std::string_view message) : at_(message.data()), end_(message.data() + message.size()) {}

    bool at_end() const { return at_ == end_; }
    const char* position() const { return at_; }

    /// False when the message is malformed at position(), or a bit before it.
    bool next(WireField& field) {
        std::uint64_t tag = 0;
        if (!varint(tag) || tag > UINT32_MAX || tag >> 3 == 0) return false;
        field.number = static_cast<std::uint32_t>(tag >> 3);
        field.type = static_cast<WireType>(tag & 7);
        switch (field.type) {
            case WireType::kVarint: return varint(field.value);
            case WireType::kFixed64: return fixed<std::uint64_t>(field.value);
            case WireType::kFixed32: return fixed<std::uint32_t>(field.value);
            case WireType::kLength: break;
            default: return false;
        }
        std::uint64_t length = 0;
        if (!varint(length) || length > static_cast<std::uint64_t>(end_ - at_)) return false;
        field.bytes = {at_, static_cast<std::size_t>(length)};
        at_ += length;
        return true;
    }

    bool varint(std::uint64_t& value) {
        // Most tags and lengths are one byte.
        if (at_ != end_ && static_cast<unsigned char>(*at_) < 0x80) {
            value = static_cast<unsigned char>(*at_++);
            return true;
        }
        value = 0;
        for (unsigned shift = 0; shift < 64 && at_ != end_; shift += 7) {
            const auto byte = static_cast<unsigned char>(*at_++);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80) return true;
        }
        return false;
    }

    template <class Number>
    bool fixed(std::uint64_t& value) {
        if (static_cast<std::size_t>(end_ - at_) < sizeof(Number)) return false;
        Number number = 0;
        std::memcpy(&number, at_, sizeof(number));
        at_ += sizeof(number);
        value = number;
        return true;
    }

private:
    const char* at_ = nullptr;
    const char* end_ = nullptr;
};

}  // namespace gateway::collect::protobuf
