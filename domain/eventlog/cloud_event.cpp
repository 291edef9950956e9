#include "domain/eventlog/cloud_event.hpp"

namespace domain::eventlog {
namespace {

constexpr std::string_view kPrefix = "ce_";

base::Error missing(std::string_view attribute) {
    return base::Error(base::ErrorCode::kInvalidArgument,
                       "cloud event attribute is missing: " + std::string(attribute));
}

}  // namespace

std::string_view CloudEvent::extension(std::string_view name) const {
    for (const Header& header : extensions) {
        if (header.name == name) return header.value;
    }
    return {};
}

std::vector<Header> to_headers(const CloudEvent& event) {
    std::vector<Header> headers;
    headers.reserve(6 + event.extensions.size());
    headers.push_back({"ce_id", event.id});
    headers.push_back({"ce_type", event.type});
    headers.push_back({"ce_source", event.source});
    headers.push_back({"ce_time", base::to_rfc3339(event.time)});
    headers.push_back({"ce_specversion", "1.0"});
    headers.push_back({"content-type", event.content_type});
    for (const Header& extension : event.extensions) {
        headers.push_back({std::string(kPrefix) + extension.name, extension.value});
    }
    return headers;
}

base::Result<CloudEvent> from_headers(const std::vector<Header>& headers) {
    CloudEvent event;
    std::string specversion;
    std::string time;
    for (const Header& header : headers) {
        if (header.name == "content-type") event.content_type = header.value;
        if (!header.name.starts_with(kPrefix)) continue;
        const std::string_view name = std::string_view(header.name).substr(kPrefix.size());
        if (name == "id") event.id = header.value;
        else if (name == "type") event.type = header.value;
        else if (name == "source") event.source = header.value;
        else if (name == "time") time = header.value;
        else if (name == "specversion") specversion = header.value;
        else event.extensions.push_back({std::string(name), header.value});
    }
    if (event.id.empty()) return missing("id");
    if (event.type.empty()) return missing("type");
    if (event.source.empty()) return missing("source");
    if (!specversion.starts_with("1.")) return missing("specversion 1.x");
    const auto parsed = base::from_rfc3339(time);
    if (!parsed) return missing("time");
    event.time = *parsed;
    return event;
}

}  // namespace domain::eventlog
