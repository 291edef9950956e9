#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gateway/query/ndjson_encoder.hpp"
#include "gateway/query/result_encoder.hpp"

namespace gateway::query {

/// The encoder that an Accept header asks for (spec: api §6.3): the first of `text/csv` and `application/x-ndjson` that it
/// names; CSV when it names neither. The extensions `text/csv; times=rfc3339` and `application/x-ndjson; numbers=native`
/// are for people; other parameters are ignored.
std::unique_ptr<ResultEncoder> make_encoder(std::string_view accept, const std::vector<domain::catalog::Column>& columns);

/// Whether the header names application/json, and no type of text before it.
bool wants_json(std::string_view accept);

/// Whether the header names text/event-stream.
bool wants_events(std::string_view accept);

/// The numbers of NDJSON where nothing else is offered: native ones when a type of the header has `numbers=native`.
NumberStyle ndjson_numbers(std::string_view accept);

}  // namespace gateway::query
