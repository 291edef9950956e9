#pragma once

#include <string>
#include <utility>

#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "domain/base/ids.hpp"

namespace domain::admin {

/// Why a decision said no. `id_taken`: the random id of the new thing exists already, so the same wish with a new id can
/// succeed.
class Refusal {
public:
    Refusal() : Refusal(base::ErrorCode::kInternal, {}) {}  // boost::system::result demands it
    Refusal(base::ErrorCode code, std::string message, bool id_taken = false)
        : error_(code, std::move(message)), id_taken_(id_taken) {}

    const base::Error& error() const { return error_; }
    bool id_taken() const { return id_taken_; }

private:
    base::Error error_;
    bool id_taken_;
};

[[noreturn]] inline void throw_exception_from_error(const Refusal& refusal, const auto&) {
    throw base::UncheckedError(refusal.error());
}

/// What a decision gives: the events that now have happened, or a refusal.
template <class Events>
using Decision = boost::system::result<Events, Refusal>;

/// What a decision may know beyond the state: to whom the command belongs, when it was issued and by whom.
struct Issued {
    base::TenantId tenant;
    base::Timestamp time{};
    std::string actor = {};
};

/// What became of a command; kept under its id, so that a retry learns the same.
struct Outcome {
    Outcome() = default;
    explicit Outcome(const Refusal& refusal)
        : accepted(false), code(refusal.error().code()), message(refusal.error().message()), id_taken(refusal.id_taken()) {}

    bool accepted = true;
    base::ErrorCode code = base::ErrorCode::kInternal;  ///< when refused
    std::string message;                                ///< when refused
    bool id_taken = false;
    std::string fingerprint = {};  ///< of the envelope that was decided
    std::string nonce = {};        ///< of the envelope that was decided: another one than one's own means that one came later

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace domain::admin
