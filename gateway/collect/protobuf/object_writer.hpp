#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/collect/protobuf/message_rule.hpp"
#include "gateway/collect/protobuf/wire.hpp"

namespace gateway::collect::protobuf {

/// Writes protobuf messages as JSON, as their rules say. What is not on the wire is not written; of a field that may stand once
/// and stands more often the last one counts. Belongs to one thread.
class ObjectWriter {
public:
    enum class Fault : std::uint8_t { kNone, kMalformed, kTooDeep };

    /// Appends the members of `message` to an object that was begun, with a comma in front where one belongs. `depth` is that of
    /// the object, the outermost being 1. False after a fault; what was written until then is of no use.
    bool write_members(std::string& out, const MessageRule& rule, std::string_view message, std::size_t depth);

    Fault fault() const { return fault_; }
    /// Where a malformed message could not be read on.
    const char* place() const { return place_; }

private:
    struct Found;

    bool write_value(std::string& out, const FieldRule& rule, const WireField& field, std::size_t depth);
    bool write_repeated(std::string& out, const FieldRule& rule, std::string_view fields, std::size_t depth);
    bool write_packed(std::string& out, const FieldRule& rule, std::string_view values, bool& first);
    bool write_attribute(std::string& out, const MessageRule& rule, std::string_view message, std::size_t depth);
    bool write_choice(std::string& out, const MessageRule& rule, std::string_view message, std::size_t depth);
    bool fail(Fault fault, const char* place);

    Fault fault_ = Fault::kNone;
    const char* place_ = nullptr;
};

}  // namespace gateway::collect::protobuf
