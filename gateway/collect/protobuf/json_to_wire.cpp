#include "gateway/collect/protobuf/json_to_wire.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "gateway/collect/base64.hpp"

namespace gateway::collect::protobuf {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
namespace limits = domain::base::limits;

constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kLength = 2;
constexpr std::uint32_t kFixed32 = 5;
/// Lengths are written with four bytes, padded, since they are known only afterwards.
constexpr std::size_t kLengthBytes = 4;

constexpr std::size_t kFirstBytes = 4 * limits::kKiB;

/// A message in a message, an array in it, an object of attributes: JSON has up to four levels for one of what is written.
constexpr std::size_t kDepthMax = 4 * limits::json_depth_max;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hex_digit(text[i]);
        const int low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

template <class Number>
bool parse(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

/// An integer that is written as 1.0 or 1e3, as some languages do.
bool parse_integral(std::string_view text, std::int64_t& value) {
    double number = 0;
    if (!parse(text, number) || number != std::floor(number) || std::abs(number) > 9.007e15) return false;
    value = static_cast<std::int64_t>(number);
    return true;
}

}  // namespace

Result<bool> JsonToWire::step(std::size_t bytes) {
    const std::size_t stop = cursor_.offset() + bytes;
    while (!done_ && cursor_.offset() < stop && !failure_ && next_outer()) {
    }
    if (failure_) return *failure_;
    if (cursor_.failed()) return cursor_.error();
    return done_;
}

/// The next key of the outermost object, or the next element of an array in it.
bool JsonToWire::next_outer() {
    if (!opened_) opened_ = cursor_.open('{');
    if (outer_ != nullptr) {
        if (cursor_.next_element()) write_value(*outer_, 2);
        else outer_ = nullptr;
        return !cursor_.failed();
    }
    if (!cursor_.failed() && cursor_.next_key(text_)) {
        const FieldRule* const rule = rule_.find_json(text_);
        if (rule == nullptr || cursor_.peek() == 'n') cursor_.skip();
        else if (rule->repeated && cursor_.open('[')) outer_ = rule;
        else if (!rule->repeated) write_value(*rule, 2);
        return !cursor_.failed();
    }
    if (!cursor_.failed() && !cursor_.at_end()) cursor_.fail("text after the end of the request");
    done_ = !cursor_.failed();
    return false;
}

void JsonToWire::write_message(const MessageRule& rule, std::size_t depth) {
    if (depth > kDepthMax) return cursor_.fail("nesting is too deep, the limit is " + std::to_string(kDepthMax));
    std::string key;
    if (!cursor_.open('{')) return;
    while (cursor_.next_key(key)) {
        const FieldRule* const field = rule.find_json(key);
        if (field == nullptr || cursor_.peek() == 'n') cursor_.skip();
        else write_member(*field, depth);
    }
}

void JsonToWire::write_member(const FieldRule& rule, std::size_t depth) {
    if (!rule.repeated) return write_value(rule, depth);
    if (!cursor_.open('[')) return;
    while (cursor_.next_element()) write_value(rule, depth);
}

void JsonToWire::write_value(const FieldRule& rule, std::size_t depth) {
    switch (rule.kind) {
        case Kind::kString: case Kind::kBytes: case Kind::kHex: return write_text(rule);
        case Kind::kMessage: case Kind::kAttributes: case Kind::kChoice: case Kind::kWrapper: return write_nested(rule, depth);
        default: return write_number(rule);
    }
}

void JsonToWire::write_nested(const FieldRule& rule, std::size_t depth) {
    put_tag(rule, kLength);
    const std::size_t begin = wire_.size();
    put(std::string_view("\0\0\0\0", kLengthBytes));
    write_message(*rule.message, depth + 1);
    if (failure_) return;
    std::size_t length = wire_.size() - begin - kLengthBytes;
    for (std::size_t i = 0; i < kLengthBytes; ++i, length >>= 7) {
        const std::size_t more = i + 1 < kLengthBytes ? 0x80 : 0;
        wire_.data()[begin + i] = static_cast<char>((length & 0x7f) | more);
    }
}

void JsonToWire::write_text(const FieldRule& rule) {
    if (!cursor_.read_string(text_)) return;
    if (rule.kind != Kind::kString) {
        auto bytes = rule.kind == Kind::kHex ? from_hex(text_) : from_base64(text_);
        if (!bytes) return cursor_.fail(rule.kind == Kind::kHex ? "expected hexadecimal digits" : "expected base64");
        text_ = std::move(*bytes);
    }
    put_tag(rule, kLength);
    put_varint(text_.size());
    put(text_);
}

void JsonToWire::write_number(const FieldRule& rule) {
    switch (rule.kind) {
        case Kind::kBool: {
            const bool value = read_bool();
            put_tag(rule, kVarint);
            return put_varint(value ? 1 : 0);
        }
        case Kind::kDouble: {
            const std::uint64_t bits = read_double();
            put_tag(rule, kFixed64);
            return put_fixed(bits, 8);
        }
        case Kind::kSint: {
            const std::uint64_t value = read_integer(true);
            put_tag(rule, kVarint);
            return put_varint(value << 1 ^ (value >> 63 != 0 ? ~std::uint64_t{0} : 0));
        }
        default: break;
    }
    const std::uint64_t value = read_integer(rule.kind == Kind::kInt || rule.kind == Kind::kSfixed64);
    const bool fixed = rule.kind == Kind::kFixed64 || rule.kind == Kind::kSfixed64;
    if (rule.kind == Kind::kFixed32 && value > std::numeric_limits<std::uint32_t>::max()) {
        return cursor_.fail("the number has no room in 32 bits");
    }
    put_tag(rule, rule.kind == Kind::kFixed32 ? kFixed32 : fixed ? kFixed64 : kVarint);
    if (rule.kind == Kind::kFixed32) put_fixed(value, 4);
    else if (fixed) put_fixed(value, 8);
    else put_varint(value);
}

/// The text of a number, quoted or not.
std::string_view JsonToWire::read_number() {
    if (cursor_.peek() != '"') return cursor_.read_plain();
    cursor_.read_string(text_);
    return text_;
}

std::uint64_t JsonToWire::read_integer(bool is_signed) {
    const std::string_view text = read_number();
    std::int64_t value = 0;
    std::uint64_t unsigned_value = 0;
    if (is_signed ? parse(text, value) : parse(text, unsigned_value)) {
        return is_signed ? static_cast<std::uint64_t>(value) : unsigned_value;
    }
    if (!parse_integral(text, value) || (!is_signed && value < 0)) cursor_.fail("expected an integer of 64 bits");
    return static_cast<std::uint64_t>(value);
}

std::uint64_t JsonToWire::read_double() {
    const std::string_view text = read_number();
    double value = 0;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (text == "NaN") value = std::numeric_limits<double>::quiet_NaN();
    else if (text == "Infinity") value = kInfinity;
    else if (text == "-Infinity") value = -kInfinity;
    else if (!parse(text, value)) cursor_.fail("expected a number of 64 bits");
    return std::bit_cast<std::uint64_t>(value);
}

bool JsonToWire::read_bool() {
    const std::string_view text = cursor_.read_plain();
    if (text != "true" && text != "false") cursor_.fail("expected true or false");
    return text == "true";
}

void JsonToWire::put_tag(const FieldRule& rule, std::uint32_t wire_type) { put_varint(rule.number << 3 | wire_type); }

void JsonToWire::put_varint(std::uint64_t value) {
    std::array<char, 10> bytes;
    std::size_t size = 0;
    for (; value >= 0x80; value >>= 7) bytes[size++] = static_cast<char>((value & 0x7f) | 0x80);
    bytes[size++] = static_cast<char>(value);
    put({bytes.data(), size});
}

void JsonToWire::put_fixed(std::uint64_t value, std::size_t bytes) {
    std::array<char, 8> text;
    for (std::size_t i = 0; i < bytes; ++i, value >>= 8) text[i] = static_cast<char>(value & 0xff);
    put({text.data(), bytes});
}

void JsonToWire::put(std::string_view bytes) {
    if (bytes.empty() || !make_room(bytes.size())) return;
    std::memcpy(wire_.data() + wire_.size(), bytes.data(), bytes.size());
    wire_.resize(wire_.size() + bytes.size());
}

/// False after a failure; then nothing is written any more.
bool JsonToWire::make_room(std::size_t bytes) {
    if (failure_) return false;
    const std::size_t wanted = wire_.size() + bytes;
    if (wanted <= wire_.capacity()) return true;
    if (wanted > kWireBytesMax) {
        failure_ = Error(ErrorCode::kTooLarge, "body is too large in the wire format, the limit in bytes is " + std::to_string(kWireBytesMax));
        return false;
    }
    const auto grown = pool_.grow(wire_, std::min(std::max({wanted, wire_.capacity() * 2, kFirstBytes}), kWireBytesMax));
    if (!grown) failure_ = grown.error();
    return grown.has_value();
}

}  // namespace gateway::collect::protobuf
