#include "gateway/collect/msgpack_reader.hpp"

#include <bit>

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Token = MsgpackReader::Token;

constexpr std::string_view kEndsEarly = "the body ends inside a value";

Token make(MsgpackReader::Type type) {
    Token token;
    token.type = type;
    return token;
}

Token integer(std::int64_t value) {
    Token token = make(MsgpackReader::Type::kInteger);
    token.integer = value;
    return token;
}

}  // namespace

Error MsgpackReader::fault(std::string_view what) const {
    return Error(ErrorCode::kInvalidArgument,
                 "malformed MessagePack at byte " + std::to_string(began_ + 1) + ": " + std::string(what));
}

std::uint64_t MsgpackReader::big_endian(std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(body_[offset_++]);
    return value;
}

Result<Token> MsgpackReader::next() {
    began_ = offset_;
    if (at_end()) return fault(kEndsEarly);
    const auto lead = static_cast<unsigned char>(body_[offset_++]);
    Token token;
    if (lead <= 0x7f) return integer(lead);
    if (lead >= 0xe0) return integer(static_cast<std::int8_t>(lead));
    if (lead <= 0x9f) {
        token.type = lead <= 0x8f ? Type::kMap : Type::kArray;
        token.count = lead & 15U;
        return token;
    }
    if (lead <= 0xbf) return bytes(Type::kString, lead & 31U, false);
    switch (lead) {
        case 0xc0: return token;
        case 0xc2: case 0xc3:
            token.type = Type::kBool;
            token.integer = lead & 1;
            return token;
        case 0xc4: return sized(Type::kBinary, 1, false);
        case 0xc5: return sized(Type::kBinary, 2, false);
        case 0xc6: return sized(Type::kBinary, 4, false);
        case 0xc7: return sized(Type::kExtension, 1, true);
        case 0xc8: return sized(Type::kExtension, 2, true);
        case 0xc9: return sized(Type::kExtension, 4, true);
        case 0xd4: case 0xd5: case 0xd6: case 0xd7: case 0xd8:
            return bytes(Type::kExtension, std::size_t{1} << (lead - 0xd4), true);
        case 0xd9: return sized(Type::kString, 1, false);
        case 0xda: return sized(Type::kString, 2, false);
        case 0xdb: return sized(Type::kString, 4, false);
        case 0xdc: return counted(Type::kArray, 2);
        case 0xdd: return counted(Type::kArray, 4);
        case 0xde: return counted(Type::kMap, 2);
        case 0xdf: return counted(Type::kMap, 4);
        case 0xc1: return fault("no value begins with 0xc1");
        default: return number(lead);
    }
}

/// 0xca to 0xd3: floats, then unsigned and signed integers of 1, 2, 4 and 8 bytes.
Result<Token> MsgpackReader::number(unsigned char lead) {
    const std::size_t size = lead < 0xcc ? std::size_t{4} << (lead - 0xca) : std::size_t{1} << (lead & 3U);
    if (!has(size)) return fault(kEndsEarly);
    const std::uint64_t bits = big_endian(size);
    Token token;
    if (lead < 0xcc) {
        token.type = Type::kFloat;
        token.number = size == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                 : std::bit_cast<double>(bits);
        return token;
    }
    if (lead >= 0xd0) {
        const auto unused = static_cast<unsigned>(64 - 8 * size);
        return integer(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    if (bits <= INT64_MAX) return integer(static_cast<std::int64_t>(bits));
    token.type = Type::kUnsigned;
    token.unsigned_value = bits;
    return token;
}

Result<Token> MsgpackReader::sized(Type type, std::size_t length_bytes, bool extension) {
    if (!has(length_bytes)) return fault(kEndsEarly);
    return bytes(type, big_endian(length_bytes), extension);
}

Result<Token> MsgpackReader::bytes(Type type, std::size_t length, bool extension) {
    Token token = make(type);
    if (!has(length + (extension ? 1 : 0))) return fault(kEndsEarly);
    if (extension) token.extension = static_cast<std::int8_t>(body_[offset_++]);
    token.bytes = body_.substr(offset_, length);
    offset_ += length;
    return token;
}

Result<Token> MsgpackReader::counted(Type type, std::size_t length_bytes) {
    if (!has(length_bytes)) return fault(kEndsEarly);
    Token token = make(type);
    token.count = static_cast<std::uint32_t>(big_endian(length_bytes));
    return token;
}

}  // namespace gateway::collect
