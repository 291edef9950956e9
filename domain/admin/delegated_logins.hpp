#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"

namespace domain::admin {

enum class DelegatedLoginState { kPending, kAccepted, kDenied, kHandedOut };

/// A program asks for an access key of a user, who accepts or denies in the console (spec: api §5.2).
struct DelegatedLogin {
    base::TenantId tenant;
    std::string id;  ///< SHA-256 of the token that the program polls with, which is stored nowhere
    base::UserId user;
    std::string integration;
    std::string client_token;  ///< the program's own words
    std::string address;       ///< of the program
    DelegatedLoginState state = DelegatedLoginState::kPending;
    base::ApiTokenId token;  ///< the key to be made: whoever makes it first has the only secret
    base::Timestamp created_at{};
    base::Timestamp expires_at{};
};

/// Requests for delegated logins. They live for minutes and beside the log (migrations/0008 says why). Thread-safe. Every call
/// fails with kUnavailable when the store cannot be reached.
class DelegatedLogins {
public:
    template <class T>
    using Answer = base::Task<base::Result<T>>;

    virtual ~DelegatedLogins() = default;

    /// Adds a request, and forgets those that ended an hour ago. Fails with kResourceExhausted when so many of the user are
    /// pending that nobody could tell them apart.
    virtual Answer<void> add(DelegatedLogin login) = 0;

    /// The request as it is once it is no longer pending or has expired, or when `patience` is over. Nothing when there is none.
    virtual Answer<std::optional<DelegatedLogin>> await_settled(std::string id, std::chrono::steady_clock::duration patience) = 0;

    /// What the user has to decide at this moment, oldest first.
    virtual Answer<std::vector<DelegatedLogin>> pending(base::TenantId tenant, base::UserId user) = 0;

    /// Decides a pending request of the user, once: on any gateway the first decision wins. One that is accepted in its last
    /// minute lives for one more. Fails with kNotFound when the user has no such request, with kConflict when it was decided
    /// or has expired.
    virtual Answer<void> resolve(base::TenantId tenant, base::UserId user, std::string id, bool accept) = 0;

    /// The key of an accepted request was made and is being shown: nothing more comes of the request.
    virtual Answer<void> handed_out(base::TenantId tenant, std::string id) = 0;
};

}  // namespace domain::admin
