#include "gateway/collect/msgpack_decoder.hpp"

#include <optional>
#include <utility>

#include "gateway/collect/json_writer.hpp"

namespace gateway::collect {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Type = MsgpackReader::Type;
namespace limits = domain::base::limits;

constexpr std::int8_t kTimestampExtension = -1;
/// Fluent's EventTime: seconds and nanoseconds, 32 bits each.
constexpr std::int8_t kEventTimeExtension = 0;
/// Fluent Bit's seconds of a record that opens or closes a group.
constexpr std::int32_t kGroupStart = -1;
constexpr std::int32_t kGroupEnd = -2;

std::uint64_t number_at(std::string_view bytes, std::size_t from, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[from + i]);
    return value;
}

struct Seconds {
    std::int64_t seconds = 0;
    std::uint32_t nanoseconds = 0;
};

/// The timestamp extension in its three sizes; nothing for another one.
std::optional<Seconds> read_timestamp(std::string_view bytes) {
    Seconds time;
    std::uint64_t nanoseconds = 0;
    if (bytes.size() == 4) {
        time.seconds = static_cast<std::int64_t>(number_at(bytes, 0, 4));
    } else if (bytes.size() == 8) {
        const std::uint64_t bits = number_at(bytes, 0, 8);
        nanoseconds = bits >> 34;
        time.seconds = static_cast<std::int64_t>(bits & 0x3ffffffffU);
    } else if (bytes.size() == 12) {
        nanoseconds = number_at(bytes, 0, 4);
        time.seconds = static_cast<std::int64_t>(number_at(bytes, 4, 8));
    } else {
        return std::nullopt;
    }
    if (nanoseconds >= 1'000'000'000) return std::nullopt;
    time.nanoseconds = static_cast<std::uint32_t>(nanoseconds);
    return time;
}

}  // namespace

Result<bool> MsgpackDecoder::step() {
    const std::size_t stop = reader_.offset() + kStepBytes;
    while ((in_array_ > 0 || !reader_.at_end()) && reader_.offset() < stop && !payload_.failed()) {
        const auto written = write_observation();
        if (!written) return written.error();
    }
    return (in_array_ == 0 && reader_.at_end()) || payload_.failed();
}

Result<void> MsgpackDecoder::write_observation() {
    const auto token = reader_.next();
    if (!token) return token.error();
    if (in_array_ == 0 && token->type == Type::kArray && (shape_ == Shape::kPlain || looks_like_batch(*token))) {
        in_array_ = token->count;
        return {};
    }
    if (in_array_ > 0) --in_array_;
    json_.clear();
    return shape_ == Shape::kFluent ? write_event(*token) : write_element(*token);
}

/// Two elements are one event, `[time, record]`, unless the second is an array as well: then they are two events.
bool MsgpackDecoder::looks_like_batch(const Token& token) const {
    if (token.count != 2) return true;
    MsgpackReader ahead = reader_;
    for (std::uint64_t values = 1; values > 0; --values) {
        const auto skipped = ahead.next();
        if (!skipped) return false;
        if (skipped->type == Type::kArray) values += skipped->count;
        if (skipped->type == Type::kMap) values += 2 * std::uint64_t{skipped->count};
    }
    const auto second = ahead.next();
    return second && second->type == Type::kArray;
}

Result<void> MsgpackDecoder::write_element(const Token& token) {
    const bool object = token.type == Type::kMap;
    const auto written = write_value(token, 1);
    if (!written) return written.error();
    if (!object) {
        std::string text = "{\"text\":";
        // The content of a string, the JSON text of anything else.
        if (json_.starts_with('"')) text += json_;
        else write_string(text, json_);
        json_ = std::move(text) + "}";
    }
    emit();
    return {};
}

void MsgpackDecoder::emit() {
    payload_.begin();
    payload_.append(json_);
    payload_.end();
}

Result<void> MsgpackDecoder::write_event(const Token& token) {
    if (token.type != Type::kArray || token.count != 2) return reader_.fault("expected an event: [timestamp, record]");
    date_.clear();
    metadata_.clear();
    group_mark_ = false;
    const auto head = reader_.next();
    if (!head) return head.error();
    if (const auto read = write_event_head(*head); !read) return read.error();
    const auto record = reader_.next();
    if (!record) return record.error();
    if (record->type != Type::kMap) return reader_.fault("expected the record of an event, which is a map");
    has_date_ = false;
    has_metadata_ = false;
    if (const auto written = write_map(record->count, 1); !written) return written.error();
    if (!has_date_) append_member("date", date_);
    if (!has_metadata_ && !metadata_.empty()) append_member("metadata", metadata_);
    if (!group_mark_) emit();
    return {};
}

/// Adds a member to the object in json_.
void MsgpackDecoder::append_member(std::string_view name, std::string_view value) {
    json_.pop_back();
    if (json_.size() > 1) json_ += ',';
    write_string(json_, name);
    json_ += ':';
    json_ += value;
    json_ += '}';
}

/// `timestamp` or `[timestamp, metadata]`
Result<void> MsgpackDecoder::write_event_head(Token token) {
    const bool with_metadata = token.type == Type::kArray;
    if (with_metadata) {
        if (token.count != 2) return reader_.fault("expected [timestamp, metadata]");
        const auto time = reader_.next();
        if (!time) return time.error();
        token = *time;
    }
    if (const auto date = write_date(token); !date) return date.error();
    if (!with_metadata) return {};
    const auto metadata = reader_.next();
    if (!metadata) return metadata.error();
    const auto written = write_value(*metadata, 2);
    if (!written) return written.error();
    if (metadata->type != Type::kNil && !(metadata->type == Type::kMap && metadata->count == 0)) metadata_ = json_;
    json_.clear();
    return {};
}

Result<void> MsgpackDecoder::write_date(const Token& token) {
    switch (token.type) {
        case Type::kInteger: write_integer(date_, token.integer); return {};
        case Type::kUnsigned: write_unsigned(date_, token.unsigned_value); return {};
        case Type::kFloat: write_double(date_, token.number); return {};
        case Type::kExtension: break;
        default: return reader_.fault("expected a timestamp");
    }
    if (token.extension == kEventTimeExtension && token.bytes.size() == 8) {
        const auto seconds = static_cast<std::int32_t>(number_at(token.bytes, 0, 4));
        group_mark_ = seconds == kGroupStart || seconds == kGroupEnd;
        const auto nanoseconds = static_cast<std::uint32_t>(number_at(token.bytes, 4, 4));
        if (nanoseconds >= 1'000'000'000) return reader_.fault("a timestamp has a second or more in nanoseconds");
        write_seconds(date_, static_cast<std::int64_t>(number_at(token.bytes, 0, 4)), nanoseconds);
        return {};
    }
    const auto time = token.extension == kTimestampExtension ? read_timestamp(token.bytes) : std::nullopt;
    if (!time) return reader_.fault("expected a timestamp");
    write_seconds(date_, time->seconds, time->nanoseconds);
    return {};
}

Result<void> MsgpackDecoder::write_value(const Token& token, std::size_t depth) {
    if (depth > limits::json_depth_max) {
        return reader_.fault("nesting is too deep, the limit is " + std::to_string(limits::json_depth_max));
    }
    if (json_.size() + token.bytes.size() > limits::observation_bytes_max) {
        return Error(ErrorCode::kTooLarge, "observation " + std::to_string(payload_.count() + 1) +
                                               " is too large, the limit in bytes is " +
                                               std::to_string(limits::observation_bytes_max));
    }
    switch (token.type) {
        case Type::kNil: json_ += "null"; return {};
        case Type::kBool: json_ += token.integer != 0 ? "true" : "false"; return {};
        case Type::kInteger: write_integer(json_, token.integer); return {};
        case Type::kUnsigned: write_unsigned(json_, token.unsigned_value); return {};
        case Type::kFloat: write_double(json_, token.number); return {};
        case Type::kString: write_string(json_, token.bytes); return {};
        case Type::kBinary: write_base64(json_, token.bytes); return {};
        case Type::kExtension: write_extension(token); return {};
        case Type::kMap: return write_map(token.count, depth);
        case Type::kArray: break;
    }
    json_ += '[';
    for (std::uint32_t i = 0; i < token.count; ++i) {
        if (i > 0) json_ += ',';
        const auto element = reader_.next();
        if (!element) return element.error();
        if (const auto written = write_value(*element, depth + 1); !written) return written.error();
    }
    json_ += ']';
    return {};
}

Result<void> MsgpackDecoder::write_map(std::uint32_t count, std::size_t depth) {
    json_ += '{';
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0) json_ += ',';
        if (const auto key = write_key(depth); !key) return key.error();
        const auto value = reader_.next();
        if (!value) return value.error();
        if (const auto written = write_value(*value, depth + 1); !written) return written.error();
    }
    json_ += '}';
    return {};
}

Result<void> MsgpackDecoder::write_key(std::size_t depth) {
    const auto key = reader_.next();
    if (!key) return key.error();
    // The text of a key in a key in a key would double with each level.
    if (key->type == Type::kArray || key->type == Type::kMap) return reader_.fault("a key is an array or a map");
    if (depth == 1 && key->type == Type::kString) {
        has_date_ = has_date_ || key->bytes == "date";
        has_metadata_ = has_metadata_ || key->bytes == "metadata";
    }
    const std::size_t begin = json_.size();
    if (const auto written = write_value(*key, depth + 1); !written) return written.error();
    if (json_[begin] != '"') {
        const std::string text = json_.substr(begin);
        json_.resize(begin);
        write_string(json_, text);
    }
    json_ += ':';
    return {};
}

void MsgpackDecoder::write_extension(const Token& token) {
    const auto time = token.extension == kTimestampExtension ? read_timestamp(token.bytes) : std::nullopt;
    if (time) return write_seconds(json_, time->seconds, time->nanoseconds);
    json_ += "{\"type\":";
    write_integer(json_, token.extension);
    json_ += ",\"data\":";
    write_base64(json_, token.bytes);
    json_ += '}';
}

}  // namespace gateway::collect
