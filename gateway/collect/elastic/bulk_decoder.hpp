#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/collect/decoder.hpp"
#include "gateway/collect/json_cursor.hpp"

namespace gateway::collect::elastic {

/// A body of the bulk API: `{"index":{"_index":"logs","_id":"7"}}` and then, on the next line, the document; so with `create`; after
/// `update` the change, which is skipped; after `delete` nothing. Writes pairs: EXTRA is `_index` and `_id` as far as they were given,
/// and the tags; FIELDS is the document as it came. Tags are JSON members with a comma in front, or nothing.
class BulkDecoder final : public Decoder {
public:
    BulkDecoder(std::string_view body, std::string tags, PayloadBuilder& payload)
        : body_(body), tags_(std::move(tags)), payload_(payload), cursor_(body) {}
    domain::base::Result<bool> step() override;

    /// One item of the answer for each action, separated by commas.
    std::string take_items() { return std::move(items_); }

private:
    void take_action();
    bool read_target();
    void write_document();

    std::string_view body_;
    const std::string tags_;
    PayloadBuilder& payload_;
    JsonCursor cursor_;
    bool checked_ = false;
    std::string action_;
    std::string target_;  // members of _index and _id
    std::string items_;
};

}  // namespace gateway::collect::elastic
