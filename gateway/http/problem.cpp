#include "gateway/http/problem.hpp"

#include "gateway/http/json_text.hpp"

namespace gateway::http {
namespace {

using domain::base::ErrorCode;

/// Seconds that a client should wait. Queues drain in well under a second; a server behind us takes longer to return.
constexpr std::string_view kRetryAfterExhausted = "1";
constexpr std::string_view kRetryAfterUnavailable = "5";

Response bare_problem(int status, std::string_view message) {
    std::string body = R"({"ok":false,"message":)";
    append_json_string(body, message);
    body += '}';
    return Response::json(status, std::move(body));
}

}  // namespace

int status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::kInvalidArgument: return 400;
        case ErrorCode::kUnauthenticated: return 401;
        case ErrorCode::kPermissionDenied: return 403;
        case ErrorCode::kNotFound: return 404;
        case ErrorCode::kConflict: return 409;
        case ErrorCode::kPreconditionFailed: return 412;
        case ErrorCode::kTooLarge: return 413;
        case ErrorCode::kUnsupportedMedia: return 415;
        case ErrorCode::kResourceExhausted: return 429;
        case ErrorCode::kDeadlineExceeded: return 504;
        case ErrorCode::kUnavailable: return 503;
        case ErrorCode::kInternal: return 500;
    }
    return 500;
}

Response problem(int status, std::string_view message) {
    Response response = bare_problem(status, message);
    if (status == 401) response.add_header("WWW-Authenticate", "Bearer");
    if (status == 429) response.add_header("Retry-After", kRetryAfterExhausted);
    if (status == 503) response.add_header("Retry-After", kRetryAfterUnavailable);
    return response;
}

Response problem(const domain::base::Error& error) {
    // What went wrong inside is for the log; the session writes it there.
    if (error.code() == ErrorCode::kInternal) return problem(500, "internal error");
    return problem(status_of(error.code()), error.message());
}

Response too_many_requests(std::string_view message, std::chrono::seconds retry_after) {
    Response response = bare_problem(429, message);
    response.add_header("Retry-After", std::to_string(retry_after.count()));
    return response;
}

Response method_not_allowed(std::string_view allow) {
    Response response = problem(405, "method not allowed, this path has: " + std::string(allow));
    response.add_header("Allow", allow);
    return response;
}

}  // namespace gateway::http
