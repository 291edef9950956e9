#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "domain/base/limits.hpp"
#include "domain/base/result.hpp"
#include "gateway/collect/json_cursor.hpp"
#include "gateway/collect/protobuf/message_rule.hpp"
#include "gateway/http/slab.hpp"

namespace gateway::collect::protobuf {

/// What one request may take on the wire; JSON's `[0,0]` grows to four times its size.
inline constexpr std::size_t kWireBytesMax = 128 * domain::base::limits::kMiB;

/// Turns a JSON text into the wire format of its message, so that one converter serves both. The JSON mapping of protobuf
/// (https://protobuf.dev/programming-guides/json/) as OTLP has it: keys in lowerCamelCase or as in the schema, unknown ones are
/// ignored, `null` is what is absent, 64-bit integers are strings or numbers, enums are numbers, `"NaN"`, `"Infinity"` and
/// `"-Infinity"` are doubles, bytes are base64 but ids hexadecimal. `text` is valid UTF-8 and must outlive the converter.
class JsonToWire {
public:
    JsonToWire(std::string_view text, const MessageRule& rule, http::SlabPool& pool) : cursor_(text), rule_(rule), pool_(pool) {}

    /// Works until about `bytes` more of the text are done, whole elements of the outermost arrays at a time: true at the end.
    /// Fails with kInvalidArgument and the place, kTooLarge over kWireBytesMax, and as SlabPool::acquire().
    domain::base::Result<bool> step(std::size_t bytes);
    http::Slab take_wire() { return std::move(wire_); }

private:
    bool next_outer();
    void write_message(const MessageRule& rule, std::size_t depth);
    void write_member(const FieldRule& rule, std::size_t depth);
    void write_value(const FieldRule& rule, std::size_t depth);
    void write_nested(const FieldRule& rule, std::size_t depth);
    void write_text(const FieldRule& rule);
    void write_number(const FieldRule& rule);
    std::uint64_t read_integer(bool is_signed);
    std::uint64_t read_double();
    std::string_view read_number();
    bool read_bool();
    bool make_room(std::size_t bytes);
    void put(std::string_view bytes);
    void put_tag(const FieldRule& rule, std::uint32_t wire_type);
    void put_varint(std::uint64_t value);
    void put_fixed(std::uint64_t value, std::size_t bytes);

    JsonCursor cursor_;
    const MessageRule& rule_;
    http::SlabPool& pool_;
    http::Slab wire_;
    std::optional<domain::base::Error> failure_;  // no memory, or too much
    std::string text_;                     // the present string
    const FieldRule* outer_ = nullptr;     // the outermost array that is being read
    bool opened_ = false;
    bool done_ = false;
};

}  // namespace gateway::collect::protobuf
