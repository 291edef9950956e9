#pragma once

#include <optional>
#include <string_view>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/secret.hpp"
#include "gateway/auth/authenticator.hpp"

/// Reads credentials as they arrive; pure, and says nothing about whether they are good.
///
///   API         Authorization: Bearer <customer> <access key>
///               Cookie: …<customer>.<access key>                         a web session (session_cookie.hpp)
///   collection  Authorization: Bearer <id>:<secret>                      the usual form
///               Authorization: Bearer <customer> <id>:<secret>           legacy senders
///               Authorization: Basic base64(<id>:<secret>)               also what user-info in a URL becomes
///               Authorization: Basic base64(<customer>:<id>:<secret>)    older edition of the documentation
///               ?service_token=<id>:<secret>
///
/// Scheme names are case-insensitive. A header, when there is one, wins over the query parameter.
namespace gateway::auth {

struct ApiCredential {
    domain::base::TenantId tenant;
    domain::base::Secret key;
    bool session = false;  ///< from the cookie
};

struct IngestCredential {
    std::optional<domain::base::TenantId> tenant;
    domain::base::IngestTokenId token;
    domain::base::Secret secret;
};

/// Both fail with kUnauthenticated: nothing there, not in any of the forms, or the customer differs from the host's. The
/// first also with kPermissionDenied: a session without a proof that the request comes from our own pages.
domain::base::Result<ApiCredential> read_api_credential(const RequestCredentials& request);
domain::base::Result<IngestCredential> read_ingest_credential(const RequestCredentials& request);

/// The customer that `Bearer <customer>` or `Bearer <customer> …` names, for requests that need no credentials.
std::optional<domain::base::TenantId> read_tenant_hint(std::string_view authorization);

/// The direct write that a path of collection is for; nothing for those that take any observations.
std::optional<domain::admin::datastream::Switch> direct_write_of(std::string_view path);

}  // namespace gateway::auth
