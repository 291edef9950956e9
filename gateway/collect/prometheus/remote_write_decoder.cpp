#include "gateway/collect/prometheus/remote_write_decoder.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "gateway/collect/json_writer.hpp"
#include "remote_write.pb.h"

namespace gateway::collect::prometheus {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using protobuf::FieldRule;
using protobuf::Kind;
using protobuf::MessageRule;
using protobuf::WireField;
using protobuf::WireReader;
using protobuf::WireType;
namespace schema = ::prometheus;

/// The NaN that Prometheus writes where a series ended.
constexpr std::uint64_t kStaleNaN = 0x7ff0000000000002U;

// clang-format off
const FieldRule kLabelFields[] = {
    {schema::Label::kNameFieldNumber, "name", Kind::kString},
    {schema::Label::kValueFieldNumber, "value", Kind::kString},
};
const MessageRule kLabel{kLabelFields};
const FieldRule kExemplarFields[] = {
    {schema::Exemplar::kLabelsFieldNumber, "labels", Kind::kAttributes, true, &kLabel},
    {schema::Exemplar::kValueFieldNumber, "value", Kind::kDouble},
    {schema::Exemplar::kTimestampFieldNumber, "timestamp", Kind::kInt},
};
const MessageRule kExemplar{kExemplarFields};
const FieldRule kSpanFields[] = {
    {schema::BucketSpan::kOffsetFieldNumber, "offset", Kind::kSint},
    {schema::BucketSpan::kLengthFieldNumber, "length", Kind::kUint},
};
const MessageRule kSpan{kSpanFields};
const FieldRule kHistogramFields[] = {
    {schema::Histogram::kCountIntFieldNumber, "count_int", Kind::kUint},
    {schema::Histogram::kCountFloatFieldNumber, "count_float", Kind::kDouble},
    {schema::Histogram::kSumFieldNumber, "sum", Kind::kDouble},
    {schema::Histogram::kSchemaFieldNumber, "schema", Kind::kSint},
    {schema::Histogram::kZeroThresholdFieldNumber, "zero_threshold", Kind::kDouble},
    {schema::Histogram::kZeroCountIntFieldNumber, "zero_count_int", Kind::kUint},
    {schema::Histogram::kZeroCountFloatFieldNumber, "zero_count_float", Kind::kDouble},
    {schema::Histogram::kNegativeSpansFieldNumber, "negative_spans", Kind::kMessage, true, &kSpan},
    {schema::Histogram::kNegativeDeltasFieldNumber, "negative_deltas", Kind::kSint, true},
    {schema::Histogram::kNegativeCountsFieldNumber, "negative_counts", Kind::kDouble, true},
    {schema::Histogram::kPositiveSpansFieldNumber, "positive_spans", Kind::kMessage, true, &kSpan},
    {schema::Histogram::kPositiveDeltasFieldNumber, "positive_deltas", Kind::kSint, true},
    {schema::Histogram::kPositiveCountsFieldNumber, "positive_counts", Kind::kDouble, true},
    {schema::Histogram::kResetHintFieldNumber, "reset_hint", Kind::kInt},
};
const MessageRule kHistogram{kHistogramFields};
// clang-format on

constexpr std::array<std::string_view, 8> kMetricTypes{"unknown", "counter",       "gauge",   "histogram", "gaugehistogram",
                                                       "summary", "info", "stateset"};

}  // namespace

Result<bool> RemoteWriteDecoder::step() {
    for (work_ = 0; work_ < kStepBytes && !payload_.failed();) {
        if (series_.at_end() && request_.at_end()) return true;
        if (advance()) continue;
        if (too_large_) {
            return Error(ErrorCode::kTooLarge, "observation " + std::to_string(payload_.count() + 1) + " is too large, the limit in bytes is " +
                                                   std::to_string(domain::base::limits::observation_bytes_max));
        }
        const char* const place = fault_ != nullptr ? fault_ : writer_.place();
        return Error(ErrorCode::kInvalidArgument, "malformed protobuf at byte " + std::to_string(place - body_.data() + 1));
    }
    return payload_.failed();
}

bool RemoteWriteDecoder::fail(const char* place) {
    fault_ = place;
    return false;
}

/// Takes one field of the series at hand, or of the request.
bool RemoteWriteDecoder::advance() {
    const bool in_series = !series_.at_end();
    WireReader& reader = in_series ? series_ : request_;
    const char* const begin = reader.position();
    WireField field;
    if (!reader.next(field)) return fail(begin);
    work_ += 8;
    if (field.type != WireType::kLength) return true;
    const bool series = !in_series && field.number == schema::WriteRequest::kTimeseriesFieldNumber;
    too_large_ = !series && field.bytes.size() > domain::base::limits::observation_bytes_max;
    if (too_large_) return false;
    if (!in_series) {
        if (series) return enter_series(field.bytes);
        return field.number != schema::WriteRequest::kMetadataFieldNumber || write_metadata(field.bytes);
    }
    switch (field.number) {
        case schema::TimeSeries::kSamplesFieldNumber: return write_sample(field.bytes);
        case schema::TimeSeries::kExemplarsFieldNumber: return write_exemplar(field.bytes);
        case schema::TimeSeries::kHistogramsFieldNumber: return write_histogram(field.bytes);
        default: return true;
    }
}

/// Labels may stand behind the samples, so they are read first.
bool RemoteWriteDecoder::enter_series(std::string_view message) {
    WireReader reader(message);
    extra_.assign("{");
    names_.clear();
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(begin);
        if (field.number != schema::TimeSeries::kLabelsFieldNumber || field.type != WireType::kLength) continue;
        if (!write_label(field.bytes, names_)) return false;
    }
    append_tags(names_);
    extra_ += '}';
    work_ += message.size();
    series_ = WireReader(message);
    return true;
}

bool RemoteWriteDecoder::write_label(std::string_view message, std::vector<std::string_view>& names) {
    std::string_view name;
    std::string_view value;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(begin);
        if (field.type != WireType::kLength) continue;
        if (field.number == schema::Label::kNameFieldNumber) name = field.bytes;
        if (field.number == schema::Label::kValueFieldNumber) value = field.bytes;
    }
    too_large_ = extra_.size() + name.size() + value.size() > domain::base::limits::observation_bytes_max;
    if (too_large_) return false;
    if (!tags_.empty()) names.push_back(name);
    if (extra_.size() > 1) extra_ += ',';
    write_string(extra_, name);
    extra_ += ':';
    write_string(extra_, value);
    return true;
}

void RemoteWriteDecoder::append_tags(const std::vector<std::string_view>& names) {
    for (const auto& [name, value] : tags_) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        if (extra_.size() > 1) extra_ += ',';
        write_string(extra_, name);
        extra_ += ':';
        extra_ += value;
    }
}

bool RemoteWriteDecoder::write_sample(std::string_view message) {
    std::uint64_t bits = 0;
    std::uint64_t timestamp = 0;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(begin);
        if (field.number == schema::Sample::kValueFieldNumber && field.type == WireType::kFixed64) bits = field.value;
        if (field.number == schema::Sample::kTimestampFieldNumber && field.type == WireType::kVarint) timestamp = field.value;
    }
    fields_.assign("{\"value\":");
    if (bits == kStaleNaN) fields_ += "null";
    else write_double(fields_, std::bit_cast<double>(bits));
    fields_ += ",\"timestamp\":";
    write_integer(fields_, static_cast<std::int64_t>(timestamp));
    fields_ += '}';
    return emit();
}

bool RemoteWriteDecoder::write_exemplar(std::string_view message) {
    fields_.assign("{\"exemplar\":{");
    if (!writer_.write_members(fields_, kExemplar, message, 2)) return false;
    fields_ += "}}";
    return emit();
}

/// Its time stands where that of a sample does.
bool RemoteWriteDecoder::write_histogram(std::string_view message) {
    std::uint64_t timestamp = 0;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(begin);
        if (field.number == schema::Histogram::kTimestampFieldNumber && field.type == WireType::kVarint) timestamp = field.value;
    }
    fields_.assign("{\"histogram\":{");
    if (!writer_.write_members(fields_, kHistogram, message, 2)) return false;
    fields_ += "},\"timestamp\":";
    write_integer(fields_, static_cast<std::int64_t>(timestamp));
    fields_ += '}';
    return emit();
}

bool RemoteWriteDecoder::write_metadata(std::string_view message) {
    std::uint64_t type = 0;
    std::string_view name;
    std::string_view help;
    std::string_view unit;
    WireReader reader(message);
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField field;
        if (!reader.next(field)) return fail(begin);
        if (field.number == schema::MetricMetadata::kTypeFieldNumber && field.type == WireType::kVarint) type = field.value;
        if (field.type != WireType::kLength) continue;
        if (field.number == schema::MetricMetadata::kMetricFamilyNameFieldNumber) name = field.bytes;
        if (field.number == schema::MetricMetadata::kHelpFieldNumber) help = field.bytes;
        if (field.number == schema::MetricMetadata::kUnitFieldNumber) unit = field.bytes;
    }
    extra_.assign("{\"__name__\":");
    write_string(extra_, name);
    names_.assign(1, "__name__");
    append_tags(names_);
    extra_ += '}';
    fields_.assign("{\"metadata\":{\"type\":\"");
    fields_ += type < kMetricTypes.size() ? kMetricTypes[type] : kMetricTypes[0];
    fields_ += "\",\"help\":";
    write_string(fields_, help);
    fields_ += ",\"unit\":";
    write_string(fields_, unit);
    fields_ += "}}";
    return emit();
}

bool RemoteWriteDecoder::emit() {
    payload_.begin();
    payload_.append(extra_);
    payload_.append("\n");
    payload_.append(fields_);
    payload_.end();
    work_ += extra_.size() + fields_.size();
    return true;
}

}  // namespace gateway::collect::prometheus
