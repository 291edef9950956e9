#pragma once

#include <string>
#include <string_view>

#include "gateway/collect/payload_builder.hpp"

namespace gateway::collect::kinesis {

/// Writes the observations of one record: JSON objects, one after the other or in arrays, as they stand; other JSON values and
/// what is no JSON as `{"text":"…"}`, a record of text being one observation. Bytes that are no UTF-8 are repaired.
void write_record(std::string_view record, PayloadBuilder& payload);

}  // namespace gateway::collect::kinesis
