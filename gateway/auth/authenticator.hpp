#pragma once

#include <optional>
#include <string>

#include "domain/admin/datastream/direct_write.hpp"
#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/identity/principal.hpp"

namespace gateway::auth {

/// What a request says about its sender, as it arrived.
struct RequestCredentials {
    std::string authorization;                               ///< value of the Authorization header, may be empty
    std::string service_token;                               ///< value of ?service_token=, decoded, may be empty
    std::optional<domain::base::TenantId> host_tenant;       ///< from the first host label when it is all digits
    std::string target_package;                              ///< X-Observe-Target-Package, may be empty
    /// With a target package: the direct write that the path is for.
    std::optional<domain::admin::datastream::Switch> direct_write = std::nullopt;
    std::string session;                                     ///< of the session cookie, may be empty; a header wins over it
    bool may_act_by_session = false;                         ///< the request changes nothing, or proves that our pages made it
};

/// Who are you? Reads credentials in every form of the contract (spec: api §1, §2, §10) and checks them. Secrets are compared
/// in constant time. Thread-safe.
class Authenticator {
public:
    virtual ~Authenticator() = default;

    /// The caller of an API route: `Bearer <customer> <access key>`, or a web session. Fails with kUnauthenticated (missing,
    /// malformed, unknown, disabled, expired, wrong tenant, or an ingest token), kPermissionDenied (a session, and the request
    /// may come from another site) and kUnavailable.
    virtual domain::base::Task<domain::base::Result<domain::identity::Principal>> api(
        const RequestCredentials& credentials) = 0;

    /// The sender of a collection request, in one of the five forms. Answered from memory. Fails as api().
    virtual domain::base::Task<domain::base::Result<domain::identity::IngestPrincipal>> ingest(
        const RequestCredentials& credentials) = 0;

    /// The tenant that a request without credentials speaks to (login): from the host, else from an
    /// `Authorization: Bearer <customer>` header, else the only tenant. Fails with kInvalidArgument.
    virtual domain::base::Task<domain::base::Result<domain::base::TenantId>> tenant(
        const RequestCredentials& credentials) = 0;
};

}  // namespace gateway::auth
