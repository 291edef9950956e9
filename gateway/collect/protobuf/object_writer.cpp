#include "gateway/collect/protobuf/object_writer.hpp"

#include <array>
#include <bit>

#include "domain/base/limits.hpp"
#include "gateway/collect/json_writer.hpp"

namespace gateway::collect::protobuf {
namespace {

WireType wire_type(Kind kind) {
    switch (kind) {
        case Kind::kBool: case Kind::kInt: case Kind::kUint: case Kind::kSint: return WireType::kVarint;
        case Kind::kFixed32: return WireType::kFixed32;
        case Kind::kFixed64: case Kind::kSfixed64: case Kind::kDouble: return WireType::kFixed64;
        default: return WireType::kLength;
    }
}

/// A field with another type than its rule's is an unknown one, as everywhere in protobuf; repeated numbers may be packed.
bool fits(const FieldRule& rule, WireType type) {
    return type == wire_type(rule.kind) || (rule.repeated && type == WireType::kLength);
}

void write_number(std::string& out, Kind kind, std::uint64_t value) {
    switch (kind) {
        case Kind::kBool: out += value != 0 ? "true" : "false"; return;
        case Kind::kInt: case Kind::kSfixed64: return write_integer(out, static_cast<std::int64_t>(value));
        case Kind::kSint: return write_integer(out, static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1)));
        case Kind::kDouble: return write_double(out, std::bit_cast<double>(value));
        default: return write_unsigned(out, value);
    }
}

}  // namespace

/// What stands on the wire for one member. Nothing is set before it is found: there are many of these and few that are.
struct ObjectWriter::Found {
    const char* begin;  // from the first to the last of a repeated field
    const char* end;
    std::uint64_t value;  // of the last one
    const char* bytes;
    std::size_t size;
};

bool ObjectWriter::fail(Fault fault, const char* place) {
    fault_ = fault;
    place_ = place;
    return false;
}

bool ObjectWriter::write_members(std::string& out, const MessageRule& rule, std::string_view message, std::size_t depth) {
    if (depth > domain::base::limits::json_depth_max) return fail(Fault::kTooDeep, message.data());
    std::array<const FieldRule*, MessageRule::kFieldsMax> rules{};
    std::array<Found, MessageRule::kFieldsMax> found;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(Fault::kMalformed, begin);
        const std::uint8_t position = rule.find(field.number);
        if (position == MessageRule::kUnknown || !fits(rule.fields[position], field.type)) continue;
        const std::uint8_t slot = rule.slot[position];
        Found& member = found[slot];
        if (rules[slot] == nullptr) member.begin = begin;
        rules[slot] = &rule.fields[position];
        member.end = reader.position();
        member.value = field.value;
        member.bytes = field.bytes.data();
        member.size = field.bytes.size();
    }
    for (std::size_t i = 0; i < rule.fields.size(); ++i) {
        if (rules[i] == nullptr) continue;
        const FieldRule& field = *rules[i];
        const Found& member = found[i];
        out.append(rule.keys[i], out.back() == '{' ? 1 : 0);
        const bool written =
            field.repeated ? write_repeated(out, field, {member.begin, static_cast<std::size_t>(member.end - member.begin)}, depth + 1)
                           : write_value(out, field, {field.number, wire_type(field.kind), member.value, {member.bytes, member.size}}, depth + 1);
        if (!written) return false;
    }
    return true;
}

bool ObjectWriter::write_value(std::string& out, const FieldRule& rule, const WireField& field, std::size_t depth) {
    switch (rule.kind) {
        case Kind::kString: write_string(out, field.bytes); return true;
        case Kind::kBytes: write_base64(out, field.bytes); return true;
        case Kind::kHex: write_hex(out, field.bytes); return true;
        case Kind::kMessage: {
            out += '{';
            if (!write_members(out, *rule.message, field.bytes, depth)) return false;
            out += '}';
            return true;
        }
        case Kind::kChoice: return write_choice(out, *rule.message, field.bytes, depth);
        case Kind::kWrapper: return write_repeated(out, rule.message->fields[0], field.bytes, depth);
        default: write_number(out, rule.kind, field.value); return true;
    }
}

/// All fields of the rule's number in `fields`; others may stand between them.
bool ObjectWriter::write_repeated(std::string& out, const FieldRule& rule, std::string_view fields, std::size_t depth) {
    if (depth > domain::base::limits::json_depth_max) return fail(Fault::kTooDeep, fields.data());
    const bool object = rule.kind == Kind::kAttributes;
    out += object ? '{' : '[';
    bool first = true;
    WireReader reader(fields);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(Fault::kMalformed, begin);
        if (field.number != rule.number || !fits(rule, field.type)) continue;
        if (field.type == WireType::kLength && wire_type(rule.kind) != WireType::kLength) {
            if (!write_packed(out, rule, field.bytes, first)) return false;
            continue;
        }
        if (!first) out += ',';
        first = false;
        const bool written = object ? write_attribute(out, *rule.message, field.bytes, depth + 1)
                                    : write_value(out, rule, field, depth + 1);
        if (!written) return false;
    }
    out += object ? '}' : ']';
    return true;
}

bool ObjectWriter::write_packed(std::string& out, const FieldRule& rule, std::string_view values, bool& first) {
    WireReader reader(values);
    const WireType type = wire_type(rule.kind);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        std::uint64_t value = 0;
        const bool read = type == WireType::kVarint    ? reader.varint(value)
                          : type == WireType::kFixed64 ? reader.fixed<std::uint64_t>(value)
                                                       : reader.fixed<std::uint32_t>(value);
        if (!read) return fail(Fault::kMalformed, begin);
        if (!first) out += ',';
        first = false;
        write_number(out, rule.kind, value);
    }
    return true;
}

/// `"key":value`
bool ObjectWriter::write_attribute(std::string& out, const MessageRule& rule, std::string_view message, std::size_t depth) {
    std::string_view key;
    std::string_view value;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(Fault::kMalformed, begin);
        if (field.type != WireType::kLength) continue;
        if (field.number == rule.fields[0].number) key = field.bytes;
        if (field.number == rule.fields[1].number) value = field.bytes;
    }
    write_string(out, key);
    out += ':';
    const FieldRule& held = rule.fields[1];
    if (held.kind == Kind::kChoice) return write_choice(out, *held.message, value, depth);
    write_string(out, value);
    return true;
}

bool ObjectWriter::write_choice(std::string& out, const MessageRule& rule, std::string_view message, std::size_t depth) {
    if (depth > domain::base::limits::json_depth_max) return fail(Fault::kTooDeep, message.data());
    const FieldRule* chosen = nullptr;
    WireField last;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(Fault::kMalformed, begin);
        const std::uint8_t position = rule.find(field.number);
        if (position == MessageRule::kUnknown || !fits(rule.fields[position], field.type)) continue;
        chosen = &rule.fields[position];
        last = field;
    }
    if (chosen == nullptr) {
        out += "null";
        return true;
    }
    return write_value(out, *chosen, last, depth);
}

}  // namespace gateway::collect::protobuf
