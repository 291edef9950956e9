#include "domain/base/error.hpp"

#include <utility>

namespace domain::base {

std::string_view name(ErrorCode code) {
    switch (code) {
        case ErrorCode::kInvalidArgument: return "invalid_argument";
        case ErrorCode::kUnauthenticated: return "unauthenticated";
        case ErrorCode::kPermissionDenied: return "permission_denied";
        case ErrorCode::kNotFound: return "not_found";
        case ErrorCode::kConflict: return "conflict";
        case ErrorCode::kPreconditionFailed: return "precondition_failed";
        case ErrorCode::kTooLarge: return "too_large";
        case ErrorCode::kUnsupportedMedia: return "unsupported_media";
        case ErrorCode::kResourceExhausted: return "resource_exhausted";
        case ErrorCode::kDeadlineExceeded: return "deadline_exceeded";
        case ErrorCode::kUnavailable: return "unavailable";
        case ErrorCode::kInternal: return "internal";
    }
    return "internal";
}

Error::Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

UncheckedError::UncheckedError(Error error)
    : text_(std::string(name(error.code())) + ": " + error.message()) {}

}  // namespace domain::base
