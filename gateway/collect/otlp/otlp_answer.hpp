#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "domain/base/error.hpp"
#include "gateway/collect/otlp/otlp_rules.hpp"
#include "gateway/http/response.hpp"

/// What an exporter is answered, in the content type of its request (https://opentelemetry.io/docs/specs/otlp/#otlphttp-response).
namespace gateway::collect::otlp {

enum class Encoding : std::uint8_t { kProtobuf, kJson };

/// 200 with an Export…ServiceResponse; `rejected` items were left out, which is a partial success.
http::Response accepted(Signal signal, Encoding encoding, std::int64_t rejected);

/// A `google.rpc.Status` for a request that will never succeed.
http::Response refused(Encoding encoding, const domain::base::Error& error);

}  // namespace gateway::collect::otlp
