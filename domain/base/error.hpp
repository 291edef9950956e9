#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace domain::base {

/// What kind of expected failure happened. gateway/http/problem maps each code to one HTTP status.
enum class ErrorCode {
    kInvalidArgument,    ///< the caller sent something that can never work
    kUnauthenticated,    ///< no or wrong credentials
    kPermissionDenied,   ///< known caller, missing permission
    kNotFound,           ///< the named thing does not exist, or the caller may not know that it does
    kConflict,           ///< the change collides with the present state (a name is taken, a checkpoint moved)
    kPreconditionFailed, ///< the thing is not in the version that the caller demands
    kTooLarge,           ///< a body, record or value is over its documented limit
    kUnsupportedMedia,   ///< unknown content type or content encoding
    kResourceExhausted,  ///< a bounded queue or quota is full; trying later may work
    kDeadlineExceeded,   ///< the deadline of the request passed
    kUnavailable,        ///< a server behind us did not answer; the outcome may be unknown
    kInternal,           ///< a fault of ours
};

/// The code's name as it appears in logs, for instance `not_found`.
std::string_view name(ErrorCode code);

/// An expected failure: a code and a message in lower case, without a full stop, values last.
class Error {
public:
    /// What Result::error() gives when there is none; boost::system::result demands it.
    Error() = default;
    Error(ErrorCode code, std::string message);

    ErrorCode code() const { return code_; }
    const std::string& message() const { return message_; }

private:
    ErrorCode code_ = ErrorCode::kInternal;
    std::string message_;
};

/// Thrown by Result::value() on an error: reaching it is a bug of the caller.
class UncheckedError : public std::exception {
public:
    explicit UncheckedError(Error error);
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

[[noreturn]] void throw_exception_from_error(const Error& error, const auto&) {
    throw UncheckedError(error);
}

}  // namespace domain::base
