#pragma once

#include <cstddef>

#include "domain/eventlog/event_log.hpp"

namespace domain::eventlog {

/// The bytes that limits::record_bytes_max and limits::append_queue_bytes_max count for one record: its value and the
/// names and values of its headers. What a log's own format adds is not counted.
inline std::size_t record_bytes(const Record& record) {
    std::size_t bytes = record.value.size();
    for (const Header& header : record.headers) bytes += header.name.size() + header.value.size();
    return bytes;
}

}  // namespace domain::eventlog
