#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/collect/decoder.hpp"
#include "gateway/collect/protobuf/object_writer.hpp"
#include "gateway/collect/protobuf/wire.hpp"

namespace gateway::collect::prometheus {

/// A tag of the request: its name, and the JSON text of its value.
using Tag = std::pair<std::string, std::string>;

/// A WriteRequest of remote write 1.0 (schema/remote_write.proto), after snappy. Writes pairs: EXTRA, then FIELDS.
///
///     series    {"__name__":"up","job":"node", tags…}   {"value":1.0,"timestamp":1700000000000}        each sample
///                                                       {"exemplar":{"labels":{…},"value":…,"timestamp":…}}
///                                                       {"histogram":{"count_int":…,"sum":…,"positive_spans":[…],…},"timestamp":…}
///     metadata  {"__name__":"up", tags…}                {"metadata":{"type":"gauge","help":"…","unit":"…"}}
///
/// Times are milliseconds since 1970 as sent, in any order. The marker of a stale series is the value null; other numbers that JSON
/// does not have are as json_writer.hpp says. Where a label and a tag have one name the label stays.
///
/// Refuses what is malformed, with the place, and kTooLarge for observations over limits::observation_bytes_max.
class RemoteWriteDecoder final : public Decoder {
public:
    RemoteWriteDecoder(std::string_view body, std::vector<Tag> tags, PayloadBuilder& payload)
        : body_(body), tags_(std::move(tags)), payload_(payload), request_(body) {}
    domain::base::Result<bool> step() override;

private:
    bool advance();
    bool enter_series(std::string_view message);
    bool write_label(std::string_view message, std::vector<std::string_view>& names);
    void append_tags(const std::vector<std::string_view>& names);
    bool write_sample(std::string_view message);
    bool write_exemplar(std::string_view message);
    bool write_histogram(std::string_view message);
    bool write_metadata(std::string_view message);
    bool emit();
    bool fail(const char* place);

    const std::string_view body_;
    const std::vector<Tag> tags_;
    PayloadBuilder& payload_;
    protobuf::ObjectWriter writer_;
    const char* fault_ = nullptr;
    bool too_large_ = false;
    protobuf::WireReader request_;
    protobuf::WireReader series_;
    std::string extra_;   // of the series at hand
    std::string fields_;  // of the observation at hand
    std::vector<std::string_view> names_;
    std::size_t work_ = 0;
};

}  // namespace gateway::collect::prometheus
