#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "domain/base/result.hpp"

namespace gateway::collect {

/// One MessagePack value at a time (https://github.com/msgpack/msgpack/blob/master/spec.md), without copying. Every read beyond
/// the body is refused; a length says nothing about memory, since nothing is reserved for it.
class MsgpackReader {
public:
    explicit MsgpackReader(std::string_view body) : body_(body) {}

    enum class Type : std::uint8_t { kNil, kBool, kInteger, kUnsigned, kFloat, kString, kBinary, kArray, kMap, kExtension };

    /// A scalar whole; of an array or map only how many values or pairs follow.
    struct Token {
        Type type = Type::kNil;
        std::int64_t integer = 0;        ///< also 0 and 1 of a bool
        std::uint64_t unsigned_value = 0; ///< kUnsigned: what no int64 holds
        double number = 0;
        std::string_view bytes;          ///< of a string, binary or extension
        std::int8_t extension = 0;       ///< type of an extension
        std::uint32_t count = 0;         ///< of an array or map
    };

    bool at_end() const { return offset_ == body_.size(); }
    std::size_t offset() const { return offset_; }
    /// Fails with kInvalidArgument and the place: the body ends early, or a byte begins no value.
    domain::base::Result<Token> next();

    domain::base::Error fault(std::string_view what) const;

private:
    std::uint64_t big_endian(std::size_t bytes);
    bool has(std::size_t bytes) const { return body_.size() - offset_ >= bytes; }
    domain::base::Result<Token> sized(Type type, std::size_t length_bytes, bool extension);
    domain::base::Result<Token> bytes(Type type, std::size_t length, bool extension);
    domain::base::Result<Token> counted(Type type, std::size_t length_bytes);
    domain::base::Result<Token> number(unsigned char lead);

    std::string_view body_;
    std::size_t offset_ = 0;
    std::size_t began_ = 0;  // of the present value
};

}  // namespace gateway::collect
