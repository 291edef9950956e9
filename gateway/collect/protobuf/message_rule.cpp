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

const FieldRule* MessageRule::find_json(std::string_view key) const {
    for (const FieldRule& field : fields) {
        if (key == field.name || is_camel_case_of(key, field.name)) return &field;
    }
    return nullptr;
}

}  // namespace gateway::collect::protobuf
