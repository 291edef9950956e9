#include "gateway/collect/elastic/bulk_decoder.hpp"

#include <utility>

#include "gateway/collect/json_writer.hpp"
#include "gateway/collect/text_position.hpp"

namespace gateway::collect::elastic {

using domain::base::Result;

Result<bool> BulkDecoder::step() {
    if (!std::exchange(checked_, true)) {
        if (const auto fault = first_invalid_utf8(body_)) return malformed("JSON", body_, *fault, "invalid UTF-8");
    }
    const std::size_t stop = cursor_.offset() + kStepBytes;
    while (cursor_.offset() < stop && !payload_.failed()) {
        if (cursor_.at_end() && !cursor_.failed()) return true;
        take_action();
        if (cursor_.failed()) return cursor_.error();
    }
    return payload_.failed();
}

/// `{"<action>":{…}}` and what belongs to it.
void BulkDecoder::take_action() {
    if (!cursor_.open('{')) return;
    if (!cursor_.next_key(action_)) return cursor_.fail("expected an action");
    const bool writes = action_ == "index" || action_ == "create";
    if (!writes && action_ != "update" && action_ != "delete") {
        return cursor_.fail("unknown action, there are index, create, update and delete: " + action_);
    }
    std::string rest;
    if (!read_target()) return;
    if (cursor_.next_key(rest)) return cursor_.fail("expected one action");
    if (cursor_.failed()) return;
    if (writes) write_document();
    else if (action_ == "update") cursor_.skip();
    if (!items_.empty()) items_ += ',';
    items_ += "{\"" + action_ + "\":{" + target_ + (target_.empty() ? "" : ",");
    items_ += writes ? R"("result":"created","status":201}})" : R"("result":"noop","status":200}})";
}

bool BulkDecoder::read_target() {
    std::string key;
    std::string value;
    target_.clear();
    if (!cursor_.open('{')) return false;
    while (cursor_.next_key(key)) {
        const bool text = cursor_.peek() == '"' && (key == "_index" || key == "_id");
        if (!text) {
            cursor_.skip();
            continue;
        }
        cursor_.read_string(value);
        if (!target_.empty()) target_ += ',';
        write_string(target_, key);
        target_ += ':';
        write_string(target_, value);
    }
    return !cursor_.failed();
}

void BulkDecoder::write_document() {
    if (cursor_.peek() != '{') return cursor_.fail("expected a document, found " + describe_character(body_, cursor_.offset()));
    const std::string_view document = cursor_.skip();
    payload_.begin();
    payload_.append("{");
    payload_.append(target_);
    payload_.append(target_.empty() && !tags_.empty() ? std::string_view(tags_).substr(1) : std::string_view(tags_));
    payload_.append("}\n");
    payload_.append(document);
    payload_.end();
}

}  // namespace gateway::collect::elastic
