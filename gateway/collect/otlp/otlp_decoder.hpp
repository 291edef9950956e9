#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/collect/decoder.hpp"
#include "gateway/collect/otlp/otlp_rules.hpp"
#include "gateway/collect/protobuf/object_writer.hpp"
#include "gateway/collect/protobuf/wire.hpp"

namespace gateway::collect::otlp {

/// One log record, span or data point with its resource, all on the wire (spec: api §12).
inline constexpr std::size_t kItemBytesMax = 1 * domain::base::limits::kMiB;

/// An export request of OTLP in the wire format. Each log record, span or data point is one observation:
///
///     {"logs":    {"time_unix_nano":…, "severity_text":…, "body":…, "attributes":{…}, "trace_id":"<hex>", …},
///      "resource":{"attributes":{…}, "schema_url":…}, "scope":{"name":…, "version":…, "schema_url":…}}
///     {"spans":   {"trace_id":…, "name":…, "kind":2, "start_time_unix_nano":…, "events":[{…}], "status":{"code":…}, …}, …}
///     {"metrics": {"name":…, "unit":…, "type":"sum", "is_monotonic":true, "aggregation_temporality":2,
///                  "time_unix_nano":…, "value":…, "attributes":{…}, …}, …}
///
/// Members are called as in the schema, but that `as_int` and `as_double` are both `value`, and `type` is the form of a metric:
/// `gauge`, `sum`, `histogram`, `exponential_histogram`, `summary`. What is not set is left out; a metric without points is no
/// observation. Attributes and key-value lists become objects, an empty value null, enums are numbers, times nanoseconds since
/// 1970, 64-bit integers numbers; ids are lower-case hexadecimal, other bytes base64; numbers that JSON does not have and strings that
/// are no UTF-8 as json_writer.hpp says.
///
/// An item over kItemBytesMax, or over limits::observation_bytes_max when written, is counted and left out. Refuses what is
/// malformed, and nesting over limits::json_depth_max.
class OtlpDecoder final : public Decoder {
public:
    OtlpDecoder(Signal signal, std::string_view body, PayloadBuilder& payload)
        : signal_(signal), rule_(signal_rule(signal)), body_(body), payload_(payload), request_(body) {}
    domain::base::Result<bool> step() override;

    /// Items that were too large.
    std::int64_t rejected() const { return rejected_; }

private:
    bool advance();
    bool enter_resource(std::string_view message);
    bool enter_scope(std::string_view message);
    bool enter_metric(std::string_view message);
    bool write_head(std::string& json, std::string_view name, const MessageRule& rule, std::string_view group, std::uint32_t field,
                    std::uint32_t schema);
    bool write_item(const MessageRule& rule, std::string_view head, std::size_t head_bytes, std::string_view message);
    bool fail(const char* place);

    const Signal signal_;
    const SignalRule& rule_;
    const std::string_view body_;
    PayloadBuilder& payload_;
    protobuf::ObjectWriter writer_;
    const char* fault_ = nullptr;

    protobuf::WireReader request_;
    protobuf::WireReader resource_;  // the groups of one resource
    protobuf::WireReader scope_;     // the items of one scope
    protobuf::WireReader points_;    // the points of one metric
    const MetricRule* metric_ = nullptr;
    std::string resource_json_;      // `,"resource":{…}`, empty when there is none
    std::string scope_json_;
    std::string metric_json_;        // the members that all points of a metric share
    std::size_t resource_bytes_ = 0;
    std::size_t scope_bytes_ = 0;
    std::size_t metric_bytes_ = 0;
    std::string json_;
    std::size_t work_ = 0;           // bytes read and written in this step
    std::int64_t rejected_ = 0;
};

}  // namespace gateway::collect::otlp
