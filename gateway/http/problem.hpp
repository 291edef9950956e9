#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "domain/base/error.hpp"
#include "gateway/http/json_text.hpp"
#include "gateway/http/response.hpp"

namespace gateway::http {

/// The one table from code to HTTP status.
int status_of(domain::base::ErrorCode code);

/// The one error shape: `{"ok":false,"message":"…"}` on one line, application/json (spec: api §3). 401 carries
/// WWW-Authenticate, 429 and 503 carry Retry-After. The message of kInternal stays inside.
Response problem(const domain::base::Error& error);

/// The same shape for a status that has no code of its own (405, 408, 431 …).
Response problem(int status, std::string_view message);

/// 429 with the time after which it is worth another try.
Response too_many_requests(std::string_view message, std::chrono::seconds retry_after);

/// 405 with the methods that the path does have, as `GET, POST`.
Response method_not_allowed(std::string_view allow);

}  // namespace gateway::http
