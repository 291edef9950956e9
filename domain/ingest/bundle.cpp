#include "domain/ingest/bundle.hpp"

#include <charconv>
#include <optional>

namespace domain::ingest {
namespace {

std::optional<std::int64_t> to_int64(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Collects the first missing or malformed attribute while the header is read.
class Reader {
public:
    explicit Reader(const eventlog::CloudEvent& event) : event_(event) {}

    std::string text(std::string_view name) {
        std::string value(event_.extension(name));
        if (value.empty() && fault_.empty()) fault_ = name;
        return value;
    }
    std::int64_t number(std::string_view name) {
        const auto value = to_int64(event_.extension(name));
        if (!value && fault_.empty()) fault_ = name;
        return value.value_or(0);
    }
    std::string optional_text(std::string_view name) const { return std::string(event_.extension(name)); }
    const std::string& fault() const { return fault_; }

private:
    const eventlog::CloudEvent& event_;
    std::string fault_;
};

}  // namespace

eventlog::CloudEvent to_cloud_event(const BundleHeader& header) {
    eventlog::CloudEvent event;
    event.id = header.bundle.value() + "/" + std::to_string(header.first_index);
    event.type = header.pairs ? kPairsEventType : kBundleEventType;
    event.source = "/opalite/gateway";
    event.time = header.received_at;
    event.content_type = kBundleContentType;
    event.extensions = {{"tenant", header.tenant.value()},
                        {"datastream", std::to_string(header.datastream.value())},
                        {"dataset", std::to_string(header.dataset.value())},
                        {"token", header.token.value()},
                        {"kind", header.kind},
                        {"bundle", header.bundle.value()},
                        {"firstindex", std::to_string(header.first_index)},
                        {"count", std::to_string(header.count)},
                        {"extra", header.extra}};
    if (!header.idempotency_key.empty()) event.extensions.push_back({"idempotencykey", header.idempotency_key});
    if (!header.traceparent.empty()) event.extensions.push_back({"traceparent", header.traceparent});
    if (!header.path.empty()) event.extensions.push_back({"path", header.path});
    if (!header.replay_of.empty()) event.extensions.push_back({"replayof", header.replay_of});
    return event;
}

base::Result<BundleHeader> from_cloud_event(const eventlog::CloudEvent& event) {
    if (event.type != kBundleEventType && event.type != kPairsEventType) {
        return base::Error(base::ErrorCode::kInvalidArgument, "not an observation bundle: " + event.type);
    }
    Reader reader(event);
    BundleHeader header;
    header.tenant = base::TenantId(reader.text("tenant"));
    header.datastream = base::DatastreamId(reader.number("datastream"));
    header.dataset = base::DatasetId(reader.number("dataset"));
    header.token = base::IngestTokenId(reader.text("token"));
    header.kind = reader.text("kind");
    header.bundle = base::BundleId(reader.text("bundle"));
    header.received_at = event.time;
    header.first_index = reader.number("firstindex");
    header.count = reader.number("count");
    header.extra = reader.text("extra");
    header.pairs = event.type == kPairsEventType;
    header.idempotency_key = reader.optional_text("idempotencykey");
    header.traceparent = reader.optional_text("traceparent");
    header.path = reader.optional_text("path");
    header.replay_of = reader.optional_text("replayof");
    if (!reader.fault().empty()) {
        return base::Error(base::ErrorCode::kInvalidArgument, "bundle attribute is missing or malformed: " + reader.fault());
    }
    return header;
}

}  // namespace domain::ingest
