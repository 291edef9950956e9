#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/eventlog/event_log.hpp"

namespace domain::eventlog {

/// A CloudEvent in binary content mode: attributes are headers of the record, the data is its value.
/// Source: CloudEvents 1.0.2 and its Kafka protocol binding §3.2 (prefix `ce_`, `content-type` without prefix).
struct CloudEvent {
    std::string id;
    std::string type;    ///< with its version: `admin.command.v1`
    std::string source;  ///< URI reference of the producer: `/opalite/gateway`
    base::Timestamp time{};
    std::string content_type;
    /// Extension attributes (names of lower-case letters and digits, as CloudEvents demands), stored as `ce_<name>`.
    std::vector<Header> extensions;

    /// The extension's value, or an empty text.
    std::string_view extension(std::string_view name) const;
};

/// The headers of a record, in the order id, type, source, time, specversion, content-type, extensions.
std::vector<Header> to_headers(const CloudEvent& event);

/// Reads the headers back. Fails with kInvalidArgument when a required attribute is missing, the specversion is not 1.x,
/// or the time is no RFC 3339 text. Headers without the prefix `ce_` (other than content-type) are ignored.
base::Result<CloudEvent> from_headers(const std::vector<Header>& headers);

}  // namespace domain::eventlog
