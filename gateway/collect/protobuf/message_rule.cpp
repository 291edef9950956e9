#include "gateway/collect/protobuf/message_rule.hpp"

namespace gateway::collect::protobuf {
namespace {

/// `timeUnixNano` against `time_unix_nano`.
bool is_camel_case_of(std::string_view key, std::string_view name) {
    std::size_t at = 0;
    bool upper = false;
    for (const char c : name) {
        if (c == '_') {
            upper = true;
            continue;
        }
        const char expected = upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (at == key.size() || key[at] != expected) return false;
        ++at;
        upper = false;
    }
    return at == key.size();
}

}  // namespace

MessageRule::MessageRule(std::span<const FieldRule> rules) : fields(rules) {
    index.fill(kUnknown);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        index.at(rules[i].number) = static_cast<std::uint8_t>(i);
        std::size_t first = 0;
        while (rules[first].member != rules[i].member) ++first;
        slot.at(i) = static_cast<std::uint8_t>(first);
        keys.at(i) = ",\"" + std::string(rules[i].member) + "\":";
    }
}

const FieldRule* MessageRule::find_json(std::string_view key) const {
    for (const FieldRule& field : fields) {
        if (key == field.name || is_camel_case_of(key, field.name)) return &field;
    }
    return nullptr;
}

}  // namespace gateway::collect::protobuf
