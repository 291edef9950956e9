// The rules against the published schema, as protoc understands it.
#include <catch2/catch.hpp>

#include <map>

#include <google/protobuf/descriptor.h>

#include "gateway/collect/otlp/otlp_rules.hpp"
#include "opentelemetry/proto/collector/logs/v1/logs_service.pb.h"
#include "opentelemetry/proto/collector/metrics/v1/metrics_service.pb.h"
#include "opentelemetry/proto/collector/trace/v1/trace_service.pb.h"

using gateway::collect::protobuf::FieldRule;
using gateway::collect::protobuf::Kind;
using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
namespace otlp = gateway::collect::otlp;

namespace {

const Descriptor* find_message(std::string_view name) {
    return DescriptorPool::generated_pool()->FindMessageTypeByName("opentelemetry.proto." + std::string(name));
}

/// Names the messages' classes, so that the linker keeps their descriptors.
bool link_schema() {
    return opentelemetry::proto::collector::logs::v1::ExportLogsServiceRequest::descriptor() != nullptr &&
           opentelemetry::proto::collector::metrics::v1::ExportMetricsServiceRequest::descriptor() != nullptr &&
           opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest::descriptor() != nullptr;
}

bool fits(Kind kind, const FieldDescriptor& field) {
    const std::string type = field.message_type() != nullptr ? field.message_type()->name() : std::string();
    switch (kind) {
        case Kind::kString: return field.type() == FieldDescriptor::TYPE_STRING;
        case Kind::kBytes: return field.type() == FieldDescriptor::TYPE_BYTES && !field.name().ends_with("_id");
        case Kind::kHex: return field.type() == FieldDescriptor::TYPE_BYTES && field.name().ends_with("_id");
        case Kind::kBool: return field.type() == FieldDescriptor::TYPE_BOOL;
        case Kind::kInt: return field.type() == FieldDescriptor::TYPE_INT64 || field.type() == FieldDescriptor::TYPE_ENUM;
        case Kind::kUint: return field.type() == FieldDescriptor::TYPE_UINT32 || field.type() == FieldDescriptor::TYPE_UINT64;
        case Kind::kSint: return field.type() == FieldDescriptor::TYPE_SINT32;
        case Kind::kFixed32: return field.type() == FieldDescriptor::TYPE_FIXED32;
        case Kind::kFixed64: return field.type() == FieldDescriptor::TYPE_FIXED64;
        case Kind::kSfixed64: return field.type() == FieldDescriptor::TYPE_SFIXED64;
        case Kind::kDouble: return field.type() == FieldDescriptor::TYPE_DOUBLE;
        case Kind::kAttributes: return type == "KeyValue" && field.is_repeated();
        case Kind::kChoice: return type == "AnyValue";
        case Kind::kWrapper: return type == "ArrayValue" || type == "KeyValueList";
        case Kind::kMessage: return field.message_type() != nullptr;
    }
    return false;
}

}  // namespace

TEST_CASE("every field of the schema has its rule, and every rule its field") {
    REQUIRE(link_schema());
    std::map<std::string, const gateway::collect::protobuf::MessageRule*> rules;
    for (const otlp::NamedRule& named : otlp::all_rules()) rules["opentelemetry.proto." + std::string(named.message)] = named.rule;
    for (const otlp::NamedRule& named : otlp::all_rules()) {
        const Descriptor* const message = find_message(named.message);
        CAPTURE(named.message);
        REQUIRE(message != nullptr);
        CHECK(static_cast<std::size_t>(message->field_count()) == named.rule->fields.size());
        for (const FieldRule& rule : named.rule->fields) {
            const FieldDescriptor* const field = message->FindFieldByNumber(static_cast<int>(rule.number));
            CAPTURE(rule.name);
            REQUIRE(field != nullptr);
            CHECK(field->name() == rule.name);
            CHECK(named.rule->find_json(field->json_name()) == &rule);
            CHECK(named.rule->find_json(field->name()) == &rule);
            CHECK(field->is_repeated() == rule.repeated);
            CHECK(fits(rule.kind, *field));
            if (field->message_type() != nullptr) CHECK(rules[field->message_type()->full_name()] == rule.message);
        }
    }
}
