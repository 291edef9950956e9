#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/collect/decoder.hpp"
#include "gateway/collect/msgpack_reader.hpp"

namespace gateway::collect {

/// MessagePack: each value of the body is one observation, and a top-level array is unrolled, one level.
///
/// A map becomes an object (a key that is no string becomes the text of its value; an array or a map cannot be one), binary
/// base64, a number that JSON does not have as json_writer.hpp says, a timestamp (extension -1) seconds since 1970, any other
/// extension `{"type":<type>,"data":"<base64>"}`. What is no map becomes `{"text":"…"}`, as in JSON. Strings that are no UTF-8 are
/// repaired.
///
/// With `fluent` the body is what Fluent Bit's HTTP output sends: `[timestamp, record]` or `[[timestamp, metadata], record]`, one
/// after the other or in one array. The time becomes the field `date` in seconds, unless the record has one; metadata that is not
/// empty becomes `metadata` likewise. The marks that Fluent Bit puts around groups of records are no observations.
///
/// Refuses what the reader refuses, nesting over limits::json_depth_max, and observations over limits::observation_bytes_max.
class MsgpackDecoder final : public Decoder {
public:
    enum class Shape { kPlain, kFluent };

    MsgpackDecoder(std::string_view body, PayloadBuilder& payload, Shape shape)
        : reader_(body), payload_(payload), shape_(shape) {}
    domain::base::Result<bool> step() override;

private:
    using Token = MsgpackReader::Token;

    domain::base::Result<void> write_observation();
    domain::base::Result<void> write_element(const Token& token);
    domain::base::Result<void> write_event(const Token& token);
    domain::base::Result<void> write_event_head(Token token);
    domain::base::Result<void> write_value(const Token& token, std::size_t depth);
    domain::base::Result<void> write_map(std::uint32_t count, std::size_t depth);
    domain::base::Result<void> write_key(std::size_t depth);
    void write_extension(const Token& token);
    domain::base::Result<void> write_date(const Token& token);
    bool looks_like_batch(const Token& token) const;
    void append_member(std::string_view name, std::string_view value);
    void emit();

    MsgpackReader reader_;
    PayloadBuilder& payload_;
    const Shape shape_;
    std::uint32_t in_array_ = 0;  // elements of a top-level array that are still to come
    std::string json_;            // the present observation
    std::string date_;
    std::string metadata_;
    bool group_mark_ = false;
    bool has_date_ = false;  // the record itself
    bool has_metadata_ = false;
};

}  // namespace gateway::collect
