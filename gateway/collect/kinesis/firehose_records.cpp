#include "gateway/collect/kinesis/firehose_records.hpp"

#include <vector>

#include "gateway/collect/json_cursor.hpp"
#include "gateway/collect/json_writer.hpp"
#include "gateway/collect/text_position.hpp"

namespace gateway::collect::kinesis {
namespace {

/// The values of a JSON text, top-level arrays unrolled; nothing when it is none.
std::vector<std::string_view> json_values(std::string_view text) {
    std::vector<std::string_view> values;
    JsonCursor cursor(text);
    while (!cursor.at_end()) {
        if (cursor.peek() != '[') {
            values.push_back(cursor.skip());
            continue;
        }
        cursor.open('[');
        while (cursor.next_element()) values.push_back(cursor.skip());
    }
    if (cursor.failed()) values.clear();
    return values;
}

void write_text(std::string_view text, PayloadBuilder& payload) {
    payload.begin();
    payload.append("{\"text\":");
    if (text.size() > domain::base::limits::observation_bytes_max) {
        payload.append(text);  // refused there, before anything is escaped
    } else {
        std::string json;
        write_string(json, text);
        payload.append(json);
    }
    payload.append("}");
    payload.end();
}

}  // namespace

void write_record(std::string_view record, PayloadBuilder& payload) {
    const bool may_be_json = record.find_first_of("{[") != std::string_view::npos && !first_invalid_utf8(record);
    const auto values = may_be_json ? json_values(record) : std::vector<std::string_view>();
    if (values.empty() && !record.empty()) return write_text(record, payload);
    for (const std::string_view value : values) {
        if (payload.failed()) return;
        if (!value.starts_with('{')) {
            write_text(value, payload);
            continue;
        }
        payload.begin();
        payload.append(value);
        payload.end();
    }
}

}  // namespace gateway::collect::kinesis
