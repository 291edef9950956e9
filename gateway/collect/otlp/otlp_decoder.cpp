#include "gateway/collect/otlp/otlp_decoder.hpp"

#include <string>

#include "gateway/collect/json_writer.hpp"

namespace gateway::collect::otlp {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using protobuf::ObjectWriter;
using protobuf::WireField;
using protobuf::WireReader;
using protobuf::WireType;
namespace limits = domain::base::limits;

}  // namespace

Result<bool> OtlpDecoder::step() {
    for (work_ = 0; work_ < kStepBytes && !payload_.failed();) {
        if (points_.at_end() && scope_.at_end() && resource_.at_end() && request_.at_end()) return true;
        if (advance()) continue;
        if (writer_.fault() == ObjectWriter::Fault::kTooDeep) {
            return Error(ErrorCode::kInvalidArgument,
                         "malformed OTLP: nesting is too deep, the limit is " + std::to_string(limits::json_depth_max));
        }
        const char* const place = fault_ != nullptr ? fault_ : writer_.place();
        return Error(ErrorCode::kInvalidArgument, "malformed protobuf at byte " + std::to_string(place - body_.data() + 1));
    }
    return payload_.failed();
}

bool OtlpDecoder::fail(const char* place) {
    fault_ = place;
    return false;
}

/// Takes one field of the innermost message that has any left.
bool OtlpDecoder::advance() {
    WireReader& reader = !points_.at_end() ? points_ : !scope_.at_end() ? scope_ : !resource_.at_end() ? resource_ : request_;
    const char* const begin = reader.position();
    WireField field;
    if (!reader.next(field)) return fail(begin);
    work_ += 16;
    if (field.type != WireType::kLength) return true;
    if (&reader == &points_) {
        return field.number != data_points_field() || write_item(*metric_->point, metric_json_, metric_bytes_, field.bytes);
    }
    if (&reader == &scope_) {
        if (field.number != rule_.items) return true;
        return signal_ == Signal::kMetrics ? enter_metric(field.bytes) : write_item(*rule_.item, {}, 0, field.bytes);
    }
    if (&reader == &resource_) return field.number != rule_.scope_groups || enter_scope(field.bytes);
    return field.number != rule_.groups || enter_resource(field.bytes);
}

bool OtlpDecoder::enter_resource(std::string_view message) {
    if (!write_head(resource_json_, "resource", *rule_.resource, message, rule_.resource_field, rule_.resource_schema)) return false;
    resource_ = WireReader(message);
    return true;
}

bool OtlpDecoder::enter_scope(std::string_view message) {
    if (!write_head(scope_json_, "scope", *rule_.scope, message, rule_.scope_field, rule_.scope_schema)) return false;
    scope_ = WireReader(message);
    return true;
}

/// What all items of a group repeat, wherever in the group it stands: `,"name":{members,"schema_url":…}`.
bool OtlpDecoder::write_head(std::string& json, std::string_view name, const MessageRule& rule, std::string_view group,
                             std::uint32_t field, std::uint32_t schema) {
    WireReader reader(group);
    std::string_view message;
    std::string_view schema_url;
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField part;
        if (!reader.next(part)) return fail(begin);
        if (part.type != WireType::kLength) continue;
        if (part.number == field) message = part.bytes;
        if (part.number == schema) schema_url = part.bytes;
    }
    json.clear();
    std::size_t& bytes = name == "scope" ? scope_bytes_ : resource_bytes_;
    bytes = message.size() + schema_url.size();
    work_ += message.size();
    // Nothing to write, or so much that none of the items will pass beside it.
    if (bytes == 0 || bytes > kItemBytesMax) return true;
    json = ",\"" + std::string(name) + "\":{";
    if (!writer_.write_members(json, rule, message, 2)) return false;
    if (!schema_url.empty()) {
        json += json.back() == '{' ? "\"schema_url\":" : ",\"schema_url\":";
        write_string(json, schema_url);
    }
    json += '}';
    return true;
}

/// The members that belong to the metric and to the form that it has, then its points one by one.
bool OtlpDecoder::enter_metric(std::string_view message) {
    WireReader reader(message);
    metric_ = nullptr;
    std::string_view data;
    while (!reader.at_end()) {
        const char* const begin = reader.position();
        WireField part;
        if (!reader.next(part)) return fail(begin);
        const MetricRule* const form = part.type == WireType::kLength ? metric_rule(part.number) : nullptr;
        if (form == nullptr) continue;
        metric_ = form;
        data = part.bytes;
    }
    if (metric_ == nullptr) return true;
    points_ = WireReader(data);
    metric_bytes_ = message.size() - data.size();
    if (metric_bytes_ > kItemBytesMax) return true;
    metric_json_ = "{";
    if (!writer_.write_members(metric_json_, *rule_.item, message, 2)) return false;
    metric_json_ += metric_json_.back() == '{' ? "\"type\":\"" : ",\"type\":\"";
    metric_json_ += metric_->type;
    metric_json_ += '"';
    if (!writer_.write_members(metric_json_, *metric_->data, data, 2)) return false;
    metric_json_.erase(0, 1);
    return true;
}

/// `head`: members that stand in front of the item's own; `head_bytes`: what they took on the wire.
bool OtlpDecoder::write_item(const MessageRule& rule, std::string_view head, std::size_t head_bytes, std::string_view message) {
    const std::size_t on_wire = message.size() + resource_bytes_ + scope_bytes_ + head_bytes;
    if (on_wire > kItemBytesMax) {
        ++rejected_;
        return true;
    }
    json_.assign("{\"");
    json_ += rule_.member;
    json_ += "\":{";
    json_ += head;
    if (!writer_.write_members(json_, rule, message, 2)) return false;
    json_ += '}';
    work_ += message.size() + json_.size() + resource_json_.size() + scope_json_.size();
    if (json_.size() + resource_json_.size() + scope_json_.size() + 1 > limits::observation_bytes_max) {
        ++rejected_;
        return true;
    }
    payload_.begin();
    payload_.append(json_);
    payload_.append(resource_json_);
    payload_.append(scope_json_);
    payload_.append("}");
    payload_.end();
    return true;
}

}  // namespace gateway::collect::otlp
